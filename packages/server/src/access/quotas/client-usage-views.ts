import type { ClientUsage, QuotaName, Quotas } from '@pimento/contract';
import { type RawBuilder, sql } from 'kysely';
import type { ClientId, Connection } from '../../platform/index.ts';

/** Returns the quotas of a client. @returns undefined if they were never set */
export async function findQuotas(connection: Connection, clientId: ClientId): Promise<Quotas | undefined> {
  const { rows } = await sql<Quotas>`
    select
      client_quota.products,
      client_quota.file_bytes as "fileBytes",
      client_quota.body_bytes as "bodyBytes",
      client_quota.keys,
      client_quota.events
    from client_quota
    where client_quota.client_id = ${clientId}`.execute(connection);
  return rows[0];
}

/** SQL expression for the file quota of a client, in bytes. Null for no limit. To be embedded in other statements. */
export const fileBytesQuota = (clientId: ClientId): RawBuilder<number | null> => sql`
  (select client_quota.file_bytes from client_quota where client_quota.client_id = ${clientId})`;

/**
 * SQL expressions for a client's usage of each quota. The number of products is the count of the search index plus the changes that it does
 * not contain yet (`product_change`). The expressions for bytes read one row per file, per import body and per chunk of an import file.
 */
const amounts: Record<QuotaName, (clientId: ClientId) => RawBuilder<number>> = {
  products: (clientId) => sql`
    coalesce((select search_state.products from search_state where search_state.client_id = ${clientId}), 0)
    + coalesce(
      (select sum(product_change.delta) from product_change where product_change.client_id = ${clientId}),
      0
    )`,
  fileBytes: (clientId) => sql`
    coalesce((select sum(asset_content.size) from asset_content where asset_content.client_id = ${clientId}), 0)`,
  // `octet_length` does not read bytes that PostgreSQL stores outside of the row
  bodyBytes: (clientId) => sql`
    coalesce(
      (select sum(octet_length(import_body.bytes)) from import_body where import_body.client_id = ${clientId}),
      0
    )
    + coalesce(
      (
        select sum(octet_length(import_file_chunk.bytes))
        from import_file_chunk
        where import_file_chunk.client_id = ${clientId}
      ),
      0
    )`,
  keys: (clientId) => sql`
    (
      select count(*)
      from access_key
      where access_key.client_id = ${clientId}
        and access_key.revoked_at is null
        and (access_key.expires_at is null or access_key.expires_at > now())
    )`,
  // counted for each stream, because the index of unacknowledged events begins with the adapter
  events: (clientId) => sql`
    (
      select coalesce(sum(unread.count), 0)
      from stream
      cross join lateral (
        select count(*) as count
        from pending
        where pending.adapter_id = stream.adapter_id and pending.client_id = ${clientId}
      ) as unread
    )
    + (select count(*) from event_outbox where event_outbox.client_id = ${clientId})`,
};

/**
 * Returns the product quota of a client and its usage.
 * @returns undefined if the client has no product quota, which costs only a primary-key lookup
 */
export async function findProductQuota(
  connection: Connection,
  clientId: ClientId,
): Promise<{ max: number; used: number } | undefined> {
  const { rows } = await sql<{ max: number; used: number }>`
    select client_quota.products as max, (${amounts.products(clientId)})::bigint as used
    from client_quota
    where client_quota.client_id = ${clientId}
      and client_quota.products is not null`.execute(connection);
  return rows[0];
}

export async function getUsed(connection: Connection, clientId: ClientId, name: QuotaName): Promise<number> {
  const { rows } = await sql<{ used: number }>`select (${amounts[name](clientId)})::bigint as used`.execute(connection);
  return rows[0]?.used ?? 0;
}

/** Returns a client's usage of the quotas for products, file bytes and body bytes. */
export async function getStored(
  connection: Connection,
  clientId: ClientId,
): Promise<Pick<ClientUsage['used'], 'products' | 'fileBytes' | 'bodyBytes'>> {
  const { rows } = await sql<Pick<ClientUsage['used'], 'products' | 'fileBytes' | 'bodyBytes'>>`
    select
      (${amounts.products(clientId)})::bigint as products,
      (${amounts.fileBytes(clientId)})::bigint as "fileBytes",
      (${amounts.bodyBytes(clientId)})::bigint as "bodyBytes"`.execute(connection);
  return rows[0] ?? { products: 0, fileBytes: 0, bodyBytes: 0 };
}

export async function getUsage(connection: Connection, clientId: ClientId): Promise<ClientUsage['used']> {
  const { rows } = await sql<ClientUsage['used']>`
    select
      (${amounts.products(clientId)})::bigint as products,
      (${amounts.fileBytes(clientId)})::bigint as "fileBytes",
      (${amounts.bodyBytes(clientId)})::bigint as "bodyBytes",
      (${amounts.keys(clientId)})::bigint as keys,
      (${amounts.events(clientId)})::bigint as events`.execute(connection);
  const [used] = rows;
  if (!used) throw new Error('a select without a table returned no row');
  return used;
}
