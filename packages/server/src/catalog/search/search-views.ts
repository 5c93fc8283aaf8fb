import { type RawBuilder, sql } from 'kysely';
import type { Connection, ClientId, ProductId } from '../../platform/index.ts';
import type { ChannelStateCondition } from '../views/channel-state-rules.ts';
import type { OutcomeCondition } from '../views/outcome-condition-rules.ts';
import { productTable } from '../views/product-filter-views.ts';
import { hasOutdatedGroups } from './search-group-store.ts';

export interface SearchState {
  /** The number of products. Undefined if they have not been counted yet. */
  products: number | undefined;
  /** Approximate number of products that changed since they were indexed. */
  changed: number;
  /** True if searches can use the index, because it has been built and few enough changes are missing from it. */
  isUsable: boolean;
  /**
   * True if the index has groups that were made with an earlier version of the text folding. The index then cannot be used to search for
   * texts.
   */
  isOutdated: boolean;
}

/** Maximum number of changed products to check one by one in addition to the products found by the index. */
const maxChanges = 20_000;

export async function getSearchState(connection: Connection, clientId: ClientId): Promise<SearchState> {
  const { rows } = await sql<{ counted: number | null; size: number; delta: number; isOutdated: boolean }>`
    select
      case when state.client_id is null then 0 else state.products end as counted,
      change.size,
      change.delta,
      ${hasOutdatedGroups(sql`${clientId}`)} as "isOutdated"
    from (
      select coalesce(sum(product_change.size), 0) as size, coalesce(sum(product_change.delta), 0) as delta
      from product_change
      where product_change.client_id = ${clientId}
    ) as change
    left join search_state as state on state.client_id = ${clientId}`.execute(connection);
  const [row] = rows;
  if (!row) throw new Error('an aggregate returned no row');
  const { counted, size, delta, isOutdated } = row;
  return {
    products: counted === null ? undefined : counted + delta,
    changed: size,
    isUsable: counted !== null && size <= maxChanges,
    isOutdated,
  };
}

/** The set of products that a search must check. */
export type SearchSource =
  /** All products. */
  | { kind: 'all' }
  /** The groups that have all these tokens, and the changed products that are not indexed yet. */
  | { kind: 'groups'; tokens: readonly number[] }
  /** Products that refer to assets in these states. READY is not allowed. */
  | { kind: 'assets'; states: readonly string[] }
  /** Products that changed at this time or later. */
  | { kind: 'since'; since: Date }
  /** Products that can have one of these outcomes on a channel. */
  | { kind: 'outcomes'; condition: OutcomeCondition }
  /** Products that have one of these states on a channel. */
  | { kind: 'states'; condition: ChannelStateCondition };

const tokenArray = (tokens: readonly number[]) => sql`${`{${tokens.join(',')}}`}::integer[]`;

/**
 * Returns consecutive parts of the catalogue, each from `first_id` to `last_id`. `place` is the number of the part, counted from 1. The
 * source `all` returns a single part, whose `place` is the number of its products. More parts can exist only if the last part has `place` =
 * `max`.
 */
export function partsAfter(clientId: ClientId, source: SearchSource, after: string, max: number): RawBuilder<unknown> {
  switch (source.kind) {
    case 'all':
      // Uses one part with many products, because reading in the order of keys takes 20 % of the time of reading products one by one.
      return sql`
        select min(next.product_id collate "C") as first_id, max(next.product_id collate "C") as last_id, count(*) as place
        from walk_products(${clientId}, ${after}, ${max}::integer) as next (product_id)`;
    case 'since':
      return sql`
        select next.product_id as first_id, next.product_id as last_id, next.place
        from search_since(${clientId}, ${source.since}::timestamptz, ${after}, ${max}::integer) with ordinality as next (product_id, place)`;
    case 'assets':
      return sql`
        select next.product_id as first_id, next.product_id as last_id, next.place
        from search_asset_states(${clientId}, ${source.states}::text[], ${after}, ${max}::integer) with ordinality as next (product_id, place)`;
    case 'outcomes': {
      const { channelId, outcomes } = source.condition;
      return sql`
        select next.product_id as first_id, next.product_id as last_id, next.place
        from search_outcomes(${clientId}, ${channelId}, ${outcomes}::text[], ${after}, ${max}::integer) with ordinality as next (product_id, place)`;
    }
    case 'states': {
      const { channelId, states } = source.condition;
      return sql`
        select next.product_id as first_id, next.product_id as last_id, next.place
        from search_channel_states(${clientId}, ${channelId}, ${states}::text[], ${after}, ${max}::integer) with ordinality as next (product_id, place)`;
    }
    case 'groups':
      return sql`
        select part.first_id, part.last_id, row_number() over (order by part.first_id collate "C") as place
        from (
          select found.first_id, found.last_id
          from search_groups_after(${clientId}, ${tokenArray(source.tokens)}, ${after}, ${max}::integer) as found
          union all
          select changed.product_id, changed.product_id
          from search_changes(${clientId}, ${tokenArray(source.tokens)}) as changed (product_id)
          where changed.product_id collate "C" > ${after}
        ) as part
        order by part.first_id collate "C"
        limit ${max}`;
  }
}

export interface Lookup {
  clientId: ClientId;
  source: SearchSource;
  /** A condition on table `product`. */
  predicate: RawBuilder<boolean>;
}

export interface FoundPart {
  /** Matching products, in order. */
  productIds: ProductId[];
  /** All products up to this id were checked. Undefined if all products were checked. */
  through: string | undefined;
}

/**
 * Searches the next parts for at most `limit` matching products. Candidates of the index are checked with the same condition as in a scan.
 * @param page.parts maximum number of parts: groups and changed products if the source is the index, otherwise products
 * @param page.ms time limit; undefined for none
 */
export async function findInParts(
  connection: Connection,
  { clientId, source, predicate }: Lookup,
  page: { after: string; parts: number; limit: number; ms: number | undefined },
): Promise<FoundPart> {
  const { after, parts, limit, ms } = page;
  const { rows } = await sql<{ productId: ProductId; isMatch: boolean; isEnd: boolean }>`
    with part as materialized (${partsAfter(clientId, source, after, parts)})
    select looked.product_id as "productId", looked.is_match as "isMatch", looked.is_late as "isEnd"
    from part
    cross join lateral (
      select
        product.product_id,
        coalesce(${predicate}, false) as is_match,
        clock_timestamp() > statement_timestamp() + make_interval(secs => ${ms === undefined ? null : ms / 1000}) as is_late
      from product
      where product.client_id = ${clientId}
        and product.product_id >= part.first_id collate "C"
        and product.product_id <= part.last_id collate "C"
        and product.product_id > ${after}
      order by product.product_id
      offset 0
    ) as looked
    where looked.is_match or looked.is_late
    union all
    select part.last_id, false, true
    from part
    where part.place = ${parts}
    limit ${limit}`.execute(connection);
  const productIds: ProductId[] = [];
  for (const { productId, isMatch, isEnd } of rows) {
    if (isMatch) productIds.push(productId);
    if (isEnd) return { productIds, through: productId };
  }
  return { productIds, through: rows.length === limit ? productIds.at(-1) : undefined };
}

/** Returns the next matching products after an id, in order. Searches only the given ids. */
export async function findNamed(
  connection: Connection,
  { clientId, predicate }: Pick<Lookup, 'clientId' | 'predicate'>,
  productIds: readonly ProductId[],
  { after, limit }: { after: string; limit: number },
): Promise<ProductId[]> {
  const { rows } = await sql<{ productId: ProductId }>`
    select product.product_id as "productId"
    from ${productTable(clientId, productIds)}
    where product.client_id = ${clientId}
      and product.product_id > ${after}
      and ${predicate}
    order by product.product_id
    limit ${limit}`.execute(connection);
  return rows.map((row) => row.productId);
}

export interface FoundCount {
  count: number;
  /** False if there may be more matching products. */
  isExact: boolean;
}

/**
 * Counts the matching products in the groups that have all these tokens, and among the changed products that are not indexed yet.
 * @param ms time limit; undefined for none
 */
export async function countInGroups(
  connection: Connection,
  { clientId, predicate }: Pick<Lookup, 'clientId' | 'predicate'>,
  tokens: readonly number[],
  ms: number | undefined,
): Promise<FoundCount> {
  const { rows } = await sql<FoundCount>`
    select
      coalesce(sum(counted.number), 0)::bigint as count,
      coalesce(bool_and(not time.is_over), true) as "isExact"
    from (
      select found.first_id, found.last_id
      from search_groups(${clientId}, ${tokenArray(tokens)}) as found
      union all
      select changed.product_id, changed.product_id
      from search_changes(${clientId}, ${tokenArray(tokens)}) as changed (product_id)
    ) as part
    cross join lateral (
      select coalesce(
        clock_timestamp() > statement_timestamp() + make_interval(secs => ${ms === undefined ? null : ms / 1000}), false
      ) as is_over
      where part.first_id is not null
      offset 0
    ) as time
    left join lateral (
      select count(*) as number
      from product
      where not time.is_over
        and product.client_id = ${clientId}
        and product.product_id >= part.first_id collate "C"
        and product.product_id <= part.last_id collate "C"
        and ${predicate}
    ) as counted on true`.execute(connection);
  return rows[0] ?? { count: 0, isExact: true };
}

/** Returns true if fewer than `max` products changed at this time or later. */
export async function hasFewSince(
  connection: Connection,
  clientId: ClientId,
  since: Date,
  max: number,
): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count
    from (
      select 1
      from product
      where product.client_id || '' = ${clientId} and product.updated_at >= ${since}
      limit ${max}
    ) as recent`.execute(connection);
  return (rows[0]?.count ?? 0) < max;
}

/** Counts product references to assets in these states (READY is not allowed), up to `max`. */
export async function countUsesInStates(
  connection: Connection,
  clientId: ClientId,
  states: readonly string[],
  max: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select search_asset_uses(${clientId}, ${states}::text[], ${max}::integer) as count`.execute(connection);
  return rows[0]?.count ?? 0;
}
