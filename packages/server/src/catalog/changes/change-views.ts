import { sql } from 'kysely';
import type { ClientId, Connection, ProductId } from '../../platform/index.ts';
import { feedStart } from './change-cursor-rules.ts';
import type { ChangeKind, FeedItem, FeedPoint, ProductChange } from './change-types.ts';

type ItemRow = ProductChange & FeedPoint;

/** Lists the changes after a point, in the order of commits, at most `max`. */
export async function listFeedItems(
  connection: Connection,
  clientId: ClientId,
  after: FeedPoint,
  max: number,
): Promise<FeedItem[]> {
  // limits the entries before reading their arrays, because a single entry can have 2,000 products
  const { rows } = await sql<ItemRow>`
    select
      item.product_id as "productId", entry.kind as type, item.revision, entry.at,
      entry.position, item.place as index, left(entry.entry_id::text, 8) as check
    from (
      select
        listed.position, listed.entry_id, listed.at, listed.kind, listed.product_ids, listed.revisions,
        sum(listed.size) over (order by listed.position) - listed.size as size_before
      from feed_entries(${clientId}, ${after.position}, ${max + 2}::integer) as listed
    ) as entry
    cross join lateral unnest(entry.product_ids, entry.revisions) with ordinality as item (product_id, revision, place)
    where entry.size_before < ${max + after.index}
      and (entry.position > ${after.position} or item.place > ${after.index})
    order by entry.position, item.place
    limit ${max}`.execute(connection);
  return rows.map(({ position, index, check, ...change }) => ({ ...change, point: { position, index, check } }));
}

/**
 * Returns true if the feed still contains a point, and therefore every change after it. Returns false if changes were purged, or if the
 * database was restored to an earlier state.
 */
export async function isPointKept(connection: Connection, clientId: ClientId, point: FeedPoint): Promise<boolean> {
  if (point.position === feedStart.position) return (await findFeedBounds(connection, clientId)).isComplete;
  const { rows } = await sql<{ check: string }>`
    select left(entry.entry_id::text, 8) as check
    from feed_entries(${clientId}, ${point.position}, 1) as entry
    where entry.position = ${point.position} and ${point.index}::integer <= entry.size`.execute(connection);
  return rows[0]?.check === point.check;
}

/** Returns the point after all committed changes, and whether the feed has every change since the client's first product. */
export async function findFeedBounds(
  connection: Connection,
  clientId: ClientId,
): Promise<{ isComplete: boolean; end: FeedPoint }> {
  const { rows } = await sql<FeedPoint & { isComplete: boolean | null }>`
    select
      (
        select product_feed_state.is_complete
        from product_feed_state
        where product_feed_state.client_id = ${clientId}
      ) as "isComplete",
      entry.position,
      entry.size as index,
      left(entry.entry_id::text, 8) as check
    from feed_entries(${clientId}, feed_end(${clientId}), 1) as entry`.execute(connection);
  const [row] = rows;
  if (!row) return { isComplete: true, end: feedStart };
  const { isComplete, ...end } = row;
  return { isComplete: isComplete ?? true, end };
}

/** Lists all products after an id, in id order, each as a creation with its current revision. */
export async function listAsCreated(
  connection: Connection,
  clientId: ClientId,
  after: ProductId,
  max: number,
): Promise<ProductChange[]> {
  const { rows } = await sql<Omit<ProductChange, 'type'>>`
    select product.product_id as "productId", product.revision, product.updated_at as at
    from walk_products(${clientId}, ${after}, ${max}::integer) as next (product_id)
    join product on product.client_id = ${clientId} and product.product_id = next.product_id
    order by product.product_id`.execute(connection);
  const type: ChangeKind = 'created';
  return rows.map((row) => ({ ...row, type }));
}

export interface ChangedIds {
  productIds: ProductId[];
  /** The position of the last read entry. */
  through: number;
}

/**
 * Lists the products of the next entries after a position, about `max` changes in total.
 * @returns undefined if entries after the position were purged
 */
export async function listChangedIds(
  connection: Connection,
  clientId: ClientId,
  after: number,
  max: number,
): Promise<ChangedIds | undefined> {
  const { rows } = await sql<{ position: number; productIds: ProductId[] }>`
    select entry.position, entry.product_ids as "productIds"
    from (
      select listed.position, listed.product_ids, sum(listed.size) over (order by listed.position) - listed.size as size_before
      from feed_entries(${clientId}, ${after + 1}, ${max}::integer) as listed
    ) as entry
    where entry.size_before < ${max}
    order by entry.position`.execute(connection);
  if (rows.length > 0 && rows[0]?.position !== after + 1) return undefined;
  return {
    productIds: [...new Set(rows.flatMap((row) => row.productIds))],
    through: rows.at(-1)?.position ?? after,
  };
}

/** Returns the position of the last committed change, or 0 if there is none. */
export async function findFeedEnd(connection: Connection, clientId: ClientId): Promise<number> {
  return (await findFeedBounds(connection, clientId)).end.position;
}
