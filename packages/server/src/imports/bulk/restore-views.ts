import { sql } from 'kysely';
import type { ValueChange } from '../../catalog/core.ts';
import type { ClientId, Connection, ProductId } from '../../platform/core.ts';
import { readBytes } from './undo-views.ts';

/**
 * Reads the last states of the products of one part of a deletion, from the index `after` on. Reads as many products as `readBytes` allows,
 * but at least one. Products that were created or deleted again since are missing.
 * @returns the changes of each deletion entry by product id, and the index at which the next call continues; undefined at the end
 */
export async function readDeleted(
  connection: Connection,
  { clientId, deletionId, partNo }: { clientId: ClientId; deletionId: string; partNo: number },
  after: number,
): Promise<{ products: Map<string, ValueChange[]>; read: number | undefined }> {
  const { rows } = await sql<{ productId: ProductId; changes: ValueChange[]; next: number | null }>`
    select sized.product_id as "productId", sized.changes, sized.next_place - 1 as next
    from (
      select
        part.product_id, part.place, ended.changes,
        sum(pg_column_size(ended.changes)) over in_order - pg_column_size(ended.changes) as bytes_before,
        lead(part.place) over in_order as next_place
      from (
        select deleted.product_id, deleted.history_id, deleted.place
        from product_deletion_part
        cross join lateral unnest(product_deletion_part.product_ids, product_deletion_part.history_ids) with ordinality
          as deleted (product_id, history_id, place)
        where product_deletion_part.client_id = ${clientId}
          and product_deletion_part.deletion_id = ${deletionId}
          and product_deletion_part.part_no = ${partNo}
          and deleted.place > ${after}
      ) as part
      cross join lateral (
        select product_history.history_id, product_history.changes
        from product_history
        where product_history.client_id = ${clientId} and product_history.product_id = part.product_id
        order by product_history.history_id desc
        limit 1
      ) as ended
      where ended.history_id = part.history_id
      window in_order as (order by part.place rows unbounded preceding)
    ) as sized
    where sized.bytes_before < ${readBytes}
    order by sized.place`.execute(connection);
  return {
    products: new Map(rows.map(({ productId, changes }) => [productId, changes])),
    read: rows.at(-1)?.next ?? undefined,
  };
}
