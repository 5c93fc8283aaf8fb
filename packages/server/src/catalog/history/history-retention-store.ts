import { sql } from 'kysely';
import type { ClientId, Connection, Transaction } from '../../platform/index.ts';

/** The history entry after which a walk over the whole history goes on. */
export interface HistoryCursor {
  clientId: ClientId;
  productId: string;
  historyId: string;
}

const firstId = '00000000-0000-0000-0000-000000000000';

/** Returns the start of the history of the next client after another one; null if there is no further client. */
export async function findNextStart(connection: Connection, after: string): Promise<HistoryCursor | null> {
  const { rows } = await sql<{ clientId: ClientId }>`
    select client.client_id as "clientId"
    from client
    where client.client_id > ${after}
    order by client.client_id
    limit 1`.execute(connection);
  const [next] = rows;
  return next ? { clientId: next.clientId, productId: '', historyId: firstId } : null;
}

/**
 * Deletes the changes from before a point in time among the next entries of a client's history. The last states of deleted products are
 * kept, because products are restored from them.
 * @returns the last entry that was looked at; undefined at the end of the client's history
 */
export async function deleteOldChanges(
  transaction: Transaction,
  { clientId, productId, historyId }: HistoryCursor,
  { before, limit }: { before: Date; limit: number },
): Promise<{ cursor: HistoryCursor | undefined; deleted: number }> {
  const { rows } = await sql<Omit<HistoryCursor, 'clientId'> & { deleted: number }>`
    with page as materialized (
      select
        product_history.product_id,
        product_history.history_id,
        product_history.kind = 'updated' and product_history.at < ${before}::timestamptz as is_old
      from product_history
      where product_history.client_id = ${clientId}
        and (product_history.product_id, product_history.history_id) > (${productId}, ${historyId}::uuid)
      order by product_history.product_id, product_history.history_id
      limit ${limit}
    ), gone as (
      delete from product_history
      using page
      where product_history.client_id = ${clientId}
        and product_history.product_id = page.product_id
        and product_history.history_id = page.history_id
        and page.is_old
      returning product_history.history_id
    )
    select page.product_id as "productId", page.history_id as "historyId", (select count(*) from gone) as deleted
    from page
    order by page.product_id desc, page.history_id desc
    limit 1`.execute(transaction);
  const [last] = rows;
  if (!last) return { cursor: undefined, deleted: 0 };
  return { cursor: { clientId, productId: last.productId, historyId: last.historyId }, deleted: last.deleted };
}
