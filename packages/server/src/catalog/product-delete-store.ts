import { sql } from 'kysely';
import type { Connection } from '../platform/index.ts';
import type { HistoryRow } from './history-rules.ts';

/** Locks one product, so that nobody changes it until the transaction ends. False where there is none. */
export async function lockProduct(connection: Connection, clientId: string, productId: string): Promise<boolean> {
  const { rows } = await sql<{ found: number }>`
    select 1 as found
    from product
    where product.client_id = ${clientId} and product.product_id = ${productId}
    for update`.execute(connection);
  return rows.length > 0;
}

export async function findLastHistoryId(
  connection: Connection,
  clientId: string,
  productId: string,
): Promise<string | null> {
  const { rows } = await sql<{ historyId: string }>`
    select product_history.history_id as "historyId"
    from product_history
    where product_history.client_id = ${clientId} and product_history.product_id = ${productId}
    order by product_history.history_id desc
    limit 1`.execute(connection);
  return rows[0]?.historyId ?? null;
}

/** Deletes a product and appends the entries that it leaves behind. */
export async function deleteProductRow(
  connection: Connection,
  clientId: string,
  productId: string,
  entries: readonly HistoryRow[],
): Promise<void> {
  await sql`
    with deleted as (
      delete from product
      where product.client_id = ${clientId} and product.product_id = ${productId}
    )
    insert into product_history (client_id, product_id, history_id, at, kind, actor, job_id, changes)
    select ${clientId}, ${productId}, entry."historyId", entry.at, entry.kind, entry.actor, entry."jobId", entry.changes
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
      as entry ("historyId" uuid, at timestamptz, kind text, actor text, "jobId" uuid, changes jsonb)`.execute(
    connection,
  );
}
