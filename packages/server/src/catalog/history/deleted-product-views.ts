import { sql } from 'kysely';
import { type Connection, type ClientId, pageOf, type ProductId } from '../../platform/index.ts';
import { deletedState } from './history-rules.ts';
import type { ProductState, ValueChange } from '../product/product-types.ts';

/**
 * Maximum number of deletions to scan for one page. Without a limit, a page could scan any number of deletions of products that exist
 * again.
 */
const maxScanned = 1000;

export interface DeletedRow {
  historyId: string;
  productId: ProductId;
  name: string | null;
  at: Date;
  actor: string;
}

/**
 * Lists products that no longer exist, most recently deleted first. A page can be shorter than `limit` although `next` is set, because it
 * scans at most `maxScanned` deletions.
 * @param before id of the history entry after which the page begins
 * @param text returns only products that have words with these prefixes
 */
export async function listDeletedProducts(
  connection: Connection,
  {
    clientId,
    before,
    limit,
    text,
  }: { clientId: ClientId; before: string | null; limit: number; text: string | undefined },
): Promise<{ rows: DeletedRow[]; next: string | null }> {
  const holdsWords =
    text === undefined
      ? sql`true`
      : sql`search_deleted(product_history.client_id, product_history.product_id, product_history.changes)
          @@ search_beginnings(${clientId}, ${text})`;
  const { rows } = await sql<DeletedRow & { isGone: boolean }>`
    select
      ended.history_id as "historyId",
      ended.product_id as "productId",
      ended.at,
      ended.actor,
      (
        select change.value ->> 'old'
        from jsonb_array_elements(ended.changes) as change (value)
        where change.value ->> 'attribute' = '__NAME'
      ) as name,
      not exists (
        select 1
        from product
        where product.client_id = ${clientId} and product.product_id = ended.product_id
      ) and not exists (
        select 1
        from product_history as later
        where later.client_id = ${clientId}
          and later.product_id = ended.product_id
          and later.history_id > ended.history_id
      ) as "isGone"
    from (
      select product_history.client_id, product_history.product_id, product_history.history_id,
        product_history.at, product_history.actor, product_history.changes
      from product_history
      where product_history.client_id = ${clientId}
        and product_history.kind = 'deleted'
        and (${before}::uuid is null or product_history.history_id < ${before}::uuid)
        and ${holdsWords}
      order by product_history.history_id desc
      limit ${maxScanned}
    ) as ended
    order by ended.history_id desc`.execute(connection);
  const gone = rows.filter(({ isGone }) => isGone);
  const page = pageOf(gone, limit);
  if (page.hasMore) return { rows: page.rows, next: page.rows.at(-1)?.historyId ?? null };
  return { rows: page.rows, next: rows.length === maxScanned ? (rows.at(-1)?.historyId ?? null) : null };
}

/**
 * Returns whether a product with this id exists, and the state of the most recently deleted product with this id. `state` is undefined if
 * none was deleted.
 */
export async function findDeletedState(
  connection: Connection,
  clientId: ClientId,
  productId: ProductId,
): Promise<{ exists: boolean; state: ProductState | undefined }> {
  const { rows } = await sql<{ exists: boolean; changes: ValueChange[] | null }>`
    select
      exists (
        select 1
        from product
        where product.client_id = ${clientId} and product.product_id = ${productId}
      ) as "exists",
      (
        select product_history.changes
        from product_history
        where product_history.client_id = ${clientId}
          and product_history.product_id = ${productId}
          and product_history.kind = 'deleted'
        order by product_history.history_id desc
        limit 1
      ) as changes`.execute(connection);
  const { exists = false, changes = null } = rows[0] ?? {};
  return { exists, state: changes === null ? undefined : deletedState(changes) };
}
