import { type RawBuilder, sql } from 'kysely';
import type { Connection, ClientId, ProductId } from '../../platform/index.ts';

export interface SearchState {
  /** How many products there are; undefined where they were never counted. */
  products: number | undefined;
  /** Whether it pays to ask the index: with the changes that it does not know yet it knows all products, once it was built. */
  isUsable: boolean;
}

/** So many changed products at most are checked one by one beside those that the index finds. */
const mostChanges = 20_000;

export async function readSearchState(connection: Connection, clientId: ClientId): Promise<SearchState> {
  const { rows } = await sql<{ counted: number | null; size: number; delta: number }>`
    select
      case when state.client_id is null then 0 else state.products end as counted,
      change.size,
      change.delta
    from (
      select coalesce(sum(product_change.size), 0) as size, coalesce(sum(product_change.delta), 0) as delta
      from product_change
      where product_change.client_id = ${clientId}
    ) as change
    left join search_state as state on state.client_id = ${clientId}`.execute(connection);
  const [row] = rows;
  if (!row) throw new Error('an aggregate answered no row');
  const { counted, size, delta } = row;
  return {
    products: counted === null ? undefined : counted + delta,
    isUsable: counted !== null && size <= mostChanges,
  };
}

/** Where matching products are looked for. */
export type SearchSource =
  /** Everywhere. */
  | { kind: 'all' }
  /** Where the index finds all these tokens, and among what it does not know yet. */
  | { kind: 'groups'; tokens: readonly number[] }
  /** Among those that refer to assets in these states, none of which is READY. */
  | { kind: 'assets'; states: readonly string[] }
  /** Among those that changed since. */
  | { kind: 'since'; since: Date };

/** A token list as the text of an array: numbers only. */
const tokenArray = (tokens: readonly number[]) => sql`${`{${tokens.join(',')}}`}::integer[]`;

/** Parts of the catalogue that follow each other, from `first_id` to `last_id`. One has the place `most` if there may be others behind it. */
function partsAfter(clientId: ClientId, source: SearchSource, after: string, most: number): RawBuilder<unknown> {
  switch (source.kind) {
    case 'all':
      // one part of many products: read along the key they cost a fifth of what they do one by one
      return sql`
        select min(next.product_id collate "C") as first_id, max(next.product_id collate "C") as last_id, count(*) as place
        from walk_products(${clientId}, ${after}, ${most}::integer) as next (product_id)`;
    case 'since':
      return sql`
        select next.product_id as first_id, next.product_id as last_id, next.place
        from search_since(${clientId}, ${source.since}::timestamptz, ${after}, ${most}::integer) with ordinality as next (product_id, place)`;
    case 'assets':
      return sql`
        select next.product_id as first_id, next.product_id as last_id, next.place
        from search_asset_states(${clientId}, ${source.states}::text[], ${after}, ${most}::integer) with ordinality as next (product_id, place)`;
    case 'groups':
      return sql`
        select part.first_id, part.last_id, row_number() over (order by part.first_id collate "C") as place
        from (
          select found.first_id, found.last_id
          from search_groups_after(${clientId}, ${tokenArray(source.tokens)}, ${after}, ${most}::integer) as found
          union all
          select changed.product_id, changed.product_id
          from search_changes(${clientId}, ${tokenArray(source.tokens)}) as changed (product_id)
          where changed.product_id collate "C" > ${after}
        ) as part
        order by part.first_id collate "C"
        limit ${most}`;
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
  /** Everything up to this id was looked at; undefined: everything was. */
  through: string | undefined;
}

/**
 * Looks through the next parts for at most `limit` matching products. The index only says where: what it finds is checked as a scan would.
 * @param parts at most; groups where the source is the index, products otherwise
 * @param ms stops after about so long; undefined: never
 */
export async function findInParts(
  connection: Connection,
  { clientId, source, predicate }: Lookup,
  { after, parts, limit, ms }: { after: string; parts: number; limit: number; ms: number | undefined },
): Promise<FoundPart> {
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

/** Of named products the next ones after an id that meet the condition, in order. */
export async function findNamed(
  connection: Connection,
  { clientId, predicate }: Pick<Lookup, 'clientId' | 'predicate'>,
  productIds: readonly ProductId[],
  { after, limit }: { after: string; limit: number },
): Promise<ProductId[]> {
  const { rows } = await sql<{ productId: ProductId }>`
    select product.product_id as "productId"
    from product
    where product.client_id = ${clientId}
      and product.product_id = any(${productIds}::text[])
      and product.product_id > ${after}
      and ${predicate}
    order by product.product_id
    limit ${limit}`.execute(connection);
  return rows.map((row) => row.productId);
}

export interface FoundCount {
  count: number;
  /** False: there may be more. */
  isExact: boolean;
}

/** Counts among what the index finds. @param ms stops after about so long; undefined: never */
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

/** Whether fewer products than `most` changed at a time or after it. */
export async function hasFewSince(
  connection: Connection,
  clientId: ClientId,
  since: Date,
  most: number,
): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count
    from (
      select 1
      from product
      where product.client_id || '' = ${clientId} and product.updated_at >= ${since}
      limit ${most}
    ) as recent`.execute(connection);
  return (rows[0]?.count ?? 0) < most;
}

/** How often products refer to assets in some states other than READY; `most` where it is as often or more. */
export async function countUsesInStates(
  connection: Connection,
  clientId: ClientId,
  states: readonly string[],
  most: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select search_asset_uses(${clientId}, ${states}::text[], ${most}::integer) as count`.execute(connection);
  return rows[0]?.count ?? 0;
}
