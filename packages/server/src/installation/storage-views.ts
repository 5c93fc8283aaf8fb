import { sql } from 'kysely';
import type { ClientId, Connection } from '../platform/index.ts';
import type { MeasuredStorage } from './storage-store.ts';

/** Maximum number of products from which the size of all products is estimated. */
const sample = 200;

/** Returns the bytes of a client's products in the database, estimated from the first 200, and the number of its files. */
export async function readSizes(
  connection: Connection,
  clientId: ClientId,
  products: number,
): Promise<Pick<MeasuredStorage, 'productBytes' | 'files'>> {
  const { rows } = await sql<Pick<MeasuredStorage, 'productBytes' | 'files'>>`
    select
      coalesce(
        (
          select avg(pg_column_size(sampled.*))
          from (
            select product.*
            from product
            where product.client_id = ${clientId}
            order by product.product_id
            limit ${sample}
          ) as sampled
        ) * ${products}::bigint,
        0
      )::bigint as "productBytes",
      (select count(*) from asset_content where asset_content.client_id = ${clientId}) as files`.execute(connection);
  return rows[0] ?? { productBytes: 0, files: 0 };
}

export type StorageSort = 'bytes' | 'products';

export interface ClientStorageRow extends MeasuredStorage {
  clientId: ClientId;
  name: string;
  totalBytes: number;
  measuredAt: Date;
}

/** A row of the list after which a page begins. */
export interface StorageStart {
  value: number;
  clientId: string;
}

const sortColumns = { bytes: sql.ref('client_storage.total_bytes'), products: sql.ref('client_storage.products') };

/** Lists what clients store, largest first. Clients that have not been measured yet are missing. */
export async function listStorage(
  connection: Connection,
  { sort, after, limit }: { sort: StorageSort; after: StorageStart | null; limit: number },
): Promise<ClientStorageRow[]> {
  const column = sortColumns[sort];
  const start = after
    ? sql`
      and ${column} <= ${after.value}::bigint
      and (${column} < ${after.value}::bigint or client_storage.client_id > ${after.clientId})`
    : sql``;
  const { rows } = await sql<ClientStorageRow>`
    select
      client_storage.client_id as "clientId",
      client.name,
      client_storage.products,
      client_storage.product_bytes as "productBytes",
      client_storage.files,
      client_storage.file_bytes as "fileBytes",
      client_storage.body_bytes as "bodyBytes",
      client_storage.total_bytes as "totalBytes",
      client_storage.measured_at as "measuredAt"
    from client_storage
    join client on client.client_id = client_storage.client_id
    where client_storage.measured_at is not null
      ${start}
    order by ${column} desc, client_storage.client_id
    limit ${limit}`.execute(connection);
  return rows;
}
