import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '../../platform/core.ts';
import { orderKey } from './order-key-views.ts';
import { idField, type SortPosition } from './order-rules.ts';
import { inOrder, isAfter, type Positioned, type SortedLookup } from './order-views.ts';

/** The entries with a value come first, then those without one. */
type Phase = 'valued' | 'missing';

/** The position at which a walk along an order continues. */
export interface WalkPlace {
  phase: Phase;
  /** Exclusive. Undefined for the beginning of the phase. */
  after: SortPosition | undefined;
}

/** Builds a query for the next `max` stored entries after a place. */
function storedEntries(
  { clientId, sort }: SortedLookup,
  orderId: string | undefined,
  { phase, after }: WalkPlace,
  max: number,
): RawBuilder<unknown> {
  const beyond = sort.isDescending ? sql`<` : sql`>`;
  const direction = sort.isDescending ? sql`desc` : sql`asc`;
  if (sort.field === idField) {
    return sql`
      select null::text as key, product.product_id
      from product
      where product.client_id = ${clientId} ${after ? sql`and product.product_id ${beyond} ${after.productId}` : sql``}
      order by product.product_id ${direction}
      limit ${max}`;
  }
  const reached =
    after === undefined
      ? sql``
      : phase === 'missing'
        ? sql`and held.product_id ${beyond} ${after.productId}`
        : sql`and (held.key, held.product_id) ${beyond} (${after.key}, ${after.productId})`;
  return sql`
    select held.key, held.product_id
    from product_order_key as held
    where held.client_id = ${clientId}
      and held.order_id = ${orderId}::bigint
      and held.key ${phase === 'missing' ? sql`is null` : sql`is not null`}
      ${reached}
      and held.product_id not in (select changed.product_id from changed)
    order by ${phase === 'missing' ? sql`` : sql`held.key ${direction},`} held.product_id ${direction}
    limit ${max}`;
}

/** Builds a query for the entries of products that changed since their keys were written, with their current keys. */
function changedEntries({ clientId, sort }: SortedLookup, { phase, after }: WalkPlace, max: number) {
  return sql`
    select entry.key, entry.product_id
    from (
      select ${orderKey(clientId, sql`${sort.field}::text`, sql`${sort.kind}::text`)} as key, product.product_id
      from changed
      join product on product.client_id = ${clientId} and product.product_id = changed.product_id
      offset 0
    ) as entry
    where entry.key ${phase === 'missing' ? sql`is null` : sql`is not null`} and ${isAfter(sort, after)}
    order by ${inOrder(sort)}
    limit ${max}`;
}

interface WalkPart {
  /** Matching products, in order. */
  found: Positioned[];
  /** All entries up to this position were checked. Undefined if the phase has ended. */
  through: SortPosition | undefined;
}

/**
 * Walks along an order and checks the next entries, at most `page.entries`, until `page.limit` match.
 * @param walk.orderId the order; undefined for the order of ids
 * @param walk.includesChanges true to insert products that changed since their keys were written. Use it only if few products changed,
 * because their keys are computed
 * @param page.ms time limit; undefined for none
 */
export async function walkOrder(
  connection: Connection,
  lookup: SortedLookup,
  walk: { orderId: string | undefined; includesChanges: boolean },
  page: { place: WalkPlace; entries: number; limit: number; ms: number | undefined },
): Promise<WalkPart> {
  const { clientId, predicate, sort } = lookup;
  const { place, entries, limit, ms } = page;
  const hasChanges = walk.includesChanges && walk.orderId !== undefined;
  const stored = storedEntries(lookup, walk.orderId, place, entries);
  const { rows } = await sql<Positioned & { isMatch: boolean; isEnd: boolean }>`
    with changed as materialized (
      select distinct listed.product_id
      from product_change
      cross join lateral unnest(product_change.product_ids) as listed (product_id)
      where product_change.client_id = ${clientId} and ${hasChanges}
    ), part as materialized (
      select entry.key, entry.product_id, row_number() over (order by ${inOrder(sort)}) as place
      from (
        (${stored})
        ${hasChanges ? sql`union all (${changedEntries(lookup, place, entries)})` : sql``}
      ) as entry
      order by ${inOrder(sort)}
      limit ${entries}
    )
    select looked.product_id as "productId", part.key, looked.is_match as "isMatch", looked.is_late as "isEnd"
    from part
    cross join lateral (
      select
        product.product_id,
        coalesce(${predicate}, false) as is_match,
        clock_timestamp() > statement_timestamp() + make_interval(secs => ${ms === undefined ? null : ms / 1000}) as is_late
      from product
      where product.client_id = ${clientId} and product.product_id = part.product_id
      offset 0
    ) as looked
    where looked.is_match or looked.is_late
    union all
    select part.product_id, part.key, false, true
    from part
    where part.place = ${entries}
    limit ${limit}`.execute(connection);
  const found: Positioned[] = [];
  for (const { productId, key, isMatch, isEnd } of rows) {
    if (isMatch) found.push({ productId, key });
    if (isEnd) return { found, through: { productId, key } };
  }
  return { found, through: rows.length === limit ? found.at(-1) : undefined };
}
