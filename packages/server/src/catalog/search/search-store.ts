import { sql } from 'kysely';
import type { Connection, ClientId, ProductId, Transaction } from '../../platform/core.ts';
import { hasOutdatedGroups } from './search-group-store.ts';

export interface ClaimedClient {
  clientId: ClientId;
  /** The last id processed by the current pass over all products. Null if no pass is in progress. */
  builtThrough: string | null;
  /** Approximate number of products. Null if they have not been counted yet. */
  products: number | null;
  /** Number of changed products to be indexed. */
  changed: number;
  /** True if the index has groups that were made with an earlier version of the text folding. */
  isOutdated: boolean;
}

/** SQL condition that an order has to be built or deleted. */
const isUnfinished = sql<boolean>`(product_order.built_through is not null or product_order.field is null)`;

/** Claims the client that has waited longest for indexing and is not locked by another transaction. @returns undefined if there is none */
export async function claimClient(transaction: Transaction): Promise<ClaimedClient | undefined> {
  await sql`
    insert into search_state (client_id)
    select distinct product_change.client_id
    from product_change
    where not exists (select 1 from search_state where search_state.client_id = product_change.client_id)
    order by product_change.client_id
    on conflict do nothing`.execute(transaction);
  const { rows } = await sql<ClaimedClient>`
    with next as (
      select search_state.client_id
      from search_state
      where search_state.built_through is not null
        or exists (select 1 from product_change where product_change.client_id = search_state.client_id)
        or ${hasOutdatedGroups(sql`search_state.client_id`)}
        or exists (select 1 from product_order where product_order.client_id = search_state.client_id and ${isUnfinished})
      order by search_state.worked_at, search_state.client_id
      limit 1
      for update skip locked
    )
    update search_state
    set worked_at = clock_timestamp(), claims = search_state.claims + 1
    from next
    where search_state.client_id = next.client_id
    returning
      search_state.client_id as "clientId",
      search_state.built_through as "builtThrough",
      search_state.products,
      (
        select coalesce(sum(product_change.size), 0)
        from product_change
        where product_change.client_id = search_state.client_id
      ) as changed,
      ${hasOutdatedGroups(sql`search_state.client_id`)} as "isOutdated"`.execute(transaction);
  return rows[0];
}

/**
 * Removes changes to about `max` products from the list and updates the number of products. Read the products after this call, so that they
 * include the removed changes. Later writes add new changes to the list.
 * @returns distinct product ids, in order
 */
export async function dequeueChanges(transaction: Transaction, clientId: ClientId, max: number): Promise<ProductId[]> {
  const { rows } = await sql<{ productIds: ProductId[] | null }>`
    with taken as (
      delete from product_change
      using (
        select listed.change_id, sum(listed.size) over (order by listed.change_id) - listed.size as size_before
        from (
          select product_change.change_id, product_change.size
          from product_change
          where product_change.client_id = ${clientId}
          order by product_change.change_id
          limit ${max}
        ) as listed
      ) as chosen
      where product_change.client_id = ${clientId}
        and product_change.change_id = chosen.change_id
        and chosen.size_before < ${max}
      returning product_change.product_ids, product_change.delta
    ), counted as (
      update search_state
      set products = search_state.products + (select coalesce(sum(taken.delta), 0) from taken)
      where search_state.client_id = ${clientId}
    )
    select array_agg(distinct listed.product_id order by listed.product_id) as "productIds"
    from taken
    cross join lateral unnest(taken.product_ids) as listed (product_id)`.execute(transaction);
  return rows[0]?.productIds ?? [];
}

/** Begins a pass over all products. The pass covers all changes that are currently in the list. */
export async function beginPass(transaction: Transaction, clientId: ClientId): Promise<void> {
  await sql`
    update product_change
    set is_taken = true
    where product_change.client_id = ${clientId}`.execute(transaction);
  await savePass(transaction, clientId, '');
}

export async function savePass(transaction: Transaction, clientId: ClientId, builtThrough: string): Promise<void> {
  await sql`
    update search_state
    set built_through = ${builtThrough}
    where search_state.client_id = ${clientId}`.execute(transaction);
}

/** Ends a pass. Removes the changes covered by the pass, and updates the number of products, or counts them for the first time. */
export async function endPass(transaction: Transaction, clientId: ClientId): Promise<void> {
  await sql`
    with covered as (
      delete from product_change
      where product_change.client_id = ${clientId} and product_change.is_taken
      returning product_change.delta
    )
    update search_state
    set
      built_through = null,
      products = case when search_state.products is null then (
        select count(*)
        from product
        where product.client_id = ${clientId}
      ) - (
        select coalesce(sum(product_change.delta), 0)
        from product_change
        where product_change.client_id = ${clientId} and not product_change.is_taken
      ) else search_state.products + (select coalesce(sum(covered.delta), 0) from covered) end
    where search_state.client_id = ${clientId}`.execute(transaction);
}

/** Returns the next products after an id, in id order. */
export async function listNext(
  transaction: Transaction,
  clientId: ClientId,
  after: string,
  max: number,
): Promise<ProductId[]> {
  const { rows } = await sql<{ productId: ProductId }>`
    select next.product_id as "productId"
    from walk_products(${clientId}, ${after}, ${max}::integer) as next (product_id)`.execute(transaction);
  return rows.map(({ productId }) => productId);
}

/**
 * Returns the number of changed products to be indexed. `isPassing` is true if a pass over all products of a client is in progress or
 * needed because of a new text folding. `isOrdering` is true if an order has to be built or deleted.
 */
export async function getBacklog(
  connection: Connection,
): Promise<{ changed: number; isPassing: boolean; isOrdering: boolean }> {
  const { rows } = await sql<{ changed: number; isPassing: boolean; isOrdering: boolean }>`
    select
      (select coalesce(sum(product_change.size), 0) from product_change) as changed,
      exists (select 1 from search_state where search_state.built_through is not null)
        or exists (select 1 from product_search where product_search.folding < 2) as "isPassing",
      exists (select 1 from product_order where ${isUnfinished}) as "isOrdering"`.execute(connection);
  return rows[0] ?? { changed: 0, isPassing: false, isOrdering: false };
}
