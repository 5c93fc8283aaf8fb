import { sql } from 'kysely';
import type { ClientId, Connection, Transaction } from '../../platform/index.ts';

/** The position at which the deletion of old changes continues. */
export interface HistoryCursor {
  clientId: ClientId;
  /** Time of the next changes in ISO 8601. Null to start with the client's oldest changes. */
  at: string | null;
}

/** SQL condition that an entry is a change that was made before a point in time. Entries of creations and deletions do not satisfy it. */
const isOld = (before: Date) => sql<boolean>`
  product_history.kind = 'updated' and product_history.at < ${before}::timestamptz`;

/** Returns the next client, in id order, with changes that were made before a point in time. @returns null if there is none */
export async function findNextClient(
  connection: Connection,
  after: string,
  before: Date,
): Promise<HistoryCursor | null> {
  const { rows } = await sql<{ clientId: ClientId }>`
    select client.client_id as "clientId"
    from client
    where client.client_id > ${after}
      and exists (
        select
        from product_history
        where product_history.client_id = client.client_id and ${isOld(before)}
        -- keeps the subquery apart: joined, the history of all clients was read
        offset 0
      )
    order by client.client_id
    limit 1`.execute(connection);
  const [next] = rows;
  return next ? { clientId: next.clientId, at: null } : null;
}

/**
 * Deletes changes to a client's products that were made before a point in time, oldest first, at most `limit`. The last states of deleted
 * products are kept, because products are restored from them.
 * @returns `cursor`: the position of the next batch; undefined if the client has no more old changes
 */
export async function deleteOldChanges(
  transaction: Transaction,
  { clientId, at }: HistoryCursor,
  { before, limit }: { before: Date; limit: number },
): Promise<{ cursor: HistoryCursor | undefined; deleted: number }> {
  // without this lower limit, each batch would read the entries that earlier batches have deleted, until these are vacuumed
  const isLater = at === null ? sql`` : sql`and product_history.at >= ${at}::timestamptz`;
  const { rows } = await sql<{ found: number; deleted: number; last: Date | null }>`
    with old as materialized (
      select product_history.product_id, product_history.history_id, product_history.at
      from product_history
      where product_history.client_id = ${clientId} and ${isOld(before)} ${isLater}
      order by product_history.at
      limit ${limit}
    ), gone as (
      delete from product_history
      using old
      where product_history.client_id = ${clientId}
        and product_history.product_id = old.product_id
        and product_history.history_id = old.history_id
      returning product_history.history_id
    )
    select count(*) as found, max(old.at) as last, (select count(*) from gone) as deleted
    from old`.execute(transaction);
  const { found = 0, deleted = 0, last = null } = rows[0] ?? {};
  if (found < limit || last === null) return { cursor: undefined, deleted };
  return { cursor: { clientId, at: last.toISOString() }, deleted };
}
