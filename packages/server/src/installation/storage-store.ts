import { sql } from 'kysely';
import type { ClientId, Database } from '../platform/index.ts';

/**
 * Claims clients whose storage is to be measured. New clients come first, then clients whose measurement is due. If this process dies, the
 * clients are due again after a minute. Clients that are being deleted are left out.
 */
export async function claimDueClients(database: Database, limit: number): Promise<ClientId[]> {
  const { rows } = await sql<{ clientId: ClientId }>`
    with due as materialized (
      (
        select client.client_id, '-infinity'::timestamptz as due_at
        from client
        where client.ending_since is null
          and not exists (select from client_storage where client_storage.client_id = client.client_id)
        limit ${limit}
      )
      union all
      (
        select client_storage.client_id, client_storage.due_at
        from client_storage
        join client on client.client_id = client_storage.client_id and client.ending_since is null
        where client_storage.due_at <= clock_timestamp()
        order by client_storage.due_at
        limit ${limit}
      )
      limit ${limit}
    )
    insert into client_storage (client_id, due_at)
    select due.client_id, clock_timestamp() + interval '1 minute'
    from due
    order by due.client_id
    on conflict (client_id) do update
    set due_at = excluded.due_at
    where client_storage.due_at <= clock_timestamp()
    returning client_storage.client_id as "clientId"`.execute(database);
  return rows.map(({ clientId }) => clientId);
}

export interface MeasuredStorage {
  products: number;
  productBytes: number;
  files: number;
  fileBytes: number;
  bodyBytes: number;
}

/** Saves a measurement. The next one is due after `nextSeconds`. */
export async function saveStorage(
  database: Database,
  clientId: ClientId,
  { products, productBytes, files, fileBytes, bodyBytes }: MeasuredStorage,
  nextSeconds: number,
): Promise<void> {
  await sql`
    update client_storage
    set
      products = ${products}::bigint,
      product_bytes = ${productBytes}::bigint,
      files = ${files}::bigint,
      file_bytes = ${fileBytes}::bigint,
      body_bytes = ${bodyBytes}::bigint,
      measured_at = clock_timestamp(),
      due_at = clock_timestamp() + make_interval(secs => ${nextSeconds}::float8)
    where client_storage.client_id = ${clientId}`.execute(database);
}
