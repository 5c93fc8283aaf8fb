import { sql } from 'kysely';
import type { ClientId, Connection, ProductId, Transaction } from '../../platform/core.ts';

export interface ClaimedClient {
  clientId: ClientId;
  /**
   * True if every running transaction lists its changes to the client's products (in `evaluation_change`). False while `isNew` is true, and
   * while a transaction is running that is older than the first one that lists its changes.
   */
  isListed: boolean;
  /** True if the id of the first transaction that lists its changes has not been recorded yet. */
  isNew: boolean;
  hasRulesetChanges: boolean;
}

/**
 * Claims the client that has waited longest for evaluation and is not locked by another transaction. Returns undefined if there is none.
 * Clients whose evaluation cannot begin yet come last, because a step for them does nothing.
 */
export async function claimClient(transaction: Transaction): Promise<ClaimedClient | undefined> {
  const { rows } = await sql<ClaimedClient>`
    with next as (
      select state.client_id
      from evaluation_state as state
      where state.channel_id = '' and (
        exists (select from evaluation_change where evaluation_change.client_id = state.client_id)
        or exists (select from ruleset_change where ruleset_change.client_id = state.client_id)
        or exists (
          select
          from evaluation_state as pass
          where pass.client_id = state.client_id and pass.channel_id > '' and pass.built_through is not null
        )
      )
      order by
        coalesce(state.listed_from > pg_snapshot_xmin(pg_current_snapshot()), false),
        state.worked_at,
        state.client_id
      limit 1
      for update skip locked
    )
    update evaluation_state as state
    set worked_at = clock_timestamp()
    from next
    where state.client_id = next.client_id and state.channel_id = ''
    returning
      state.client_id as "clientId",
      coalesce(pg_snapshot_xmin(pg_current_snapshot()) >= state.listed_from, false) as "isListed",
      state.listed_from is null as "isNew",
      exists (select from ruleset_change where ruleset_change.client_id = state.client_id) as "hasRulesetChanges"`.execute(
    transaction,
  );
  return rows[0];
}

/** Returns whether the client's changes are recorded in the list. @returns undefined if the client has never published a mapping */
export async function findListing(
  transaction: Transaction,
  clientId: ClientId,
): Promise<Pick<ClaimedClient, 'isListed' | 'isNew'> | undefined> {
  const { rows } = await sql<Pick<ClaimedClient, 'isListed' | 'isNew'>>`
    select
      coalesce(pg_snapshot_xmin(pg_current_snapshot()) >= state.listed_from, false) as "isListed",
      state.listed_from is null as "isNew"
    from evaluation_state as state
    where state.client_id = ${clientId} and state.channel_id = ''`.execute(transaction);
  return rows[0];
}

/** Moves a client to the end of the queue. */
export async function postponeClient(transaction: Transaction, clientId: ClientId): Promise<void> {
  await sql`
    update evaluation_state
    set worked_at = clock_timestamp()
    where evaluation_state.client_id = ${clientId} and evaluation_state.channel_id = ''`.execute(transaction);
}

/** Waits until no process evaluates products of the client. Other processes cannot start an evaluation until the transaction ends. */
export async function lockClientEvaluations(transaction: Transaction, clientId: ClientId): Promise<void> {
  await sql`
    select
    from evaluation_state
    where evaluation_state.client_id = ${clientId} and evaluation_state.channel_id = ''
    for update`.execute(transaction);
}

/**
 * Waits like `lockClientEvaluations`, but for at most five seconds. Then PostgreSQL reports error 55P03. Every later wait of the
 * transaction has the same limit.
 */
export async function lockClientInTime(transaction: Transaction, clientId: ClientId): Promise<void> {
  await sql`select set_config('lock_timeout', '5s', true)`.execute(transaction);
  await lockClientEvaluations(transaction, clientId);
}

/**
 * Records the next transaction id. All transactions with this id or a later one list their changes to the client's products. Call this
 * after the transaction that created the client's row has committed. A transaction lists its changes only if it finds this row.
 */
export async function saveListedFrom(transaction: Transaction, clientId: ClientId): Promise<void> {
  await sql`
    update evaluation_state
    set listed_from = pg_snapshot_xmax(pg_current_snapshot())
    where evaluation_state.client_id = ${clientId} and evaluation_state.channel_id = ''`.execute(transaction);
}

/**
 * Removes the changes to about `max` products from the list. A later write adds a new change. Products that are read afterwards are
 * therefore at least as new as the removed changes.
 * @returns distinct product ids, in ascending order
 */
export async function dequeueChanges(transaction: Transaction, clientId: ClientId, max: number): Promise<ProductId[]> {
  const { rows } = await sql<{ productIds: ProductId[] | null }>`
    with taken as (
      delete from evaluation_change
      using (
        select listed.change_id, sum(listed.size) over (order by listed.change_id) - listed.size as size_before
        from (
          select evaluation_change.change_id, evaluation_change.size
          from evaluation_change
          where evaluation_change.client_id = ${clientId}
          order by evaluation_change.change_id
          limit ${max}
        ) as listed
      ) as chosen
      where evaluation_change.client_id = ${clientId}
        and evaluation_change.change_id = chosen.change_id
        and chosen.size_before < ${max}
      returning evaluation_change.product_ids
    )
    select array_agg(distinct listed.product_id order by listed.product_id) as "productIds"
    from taken
    cross join lateral unnest(taken.product_ids) as listed (product_id)`.execute(transaction);
  return rows[0]?.productIds ?? [];
}

/** Removes products from the list of products whose files or overrides have changed. */
export async function dequeueInputs(
  transaction: Transaction,
  clientId: ClientId,
  productIds: readonly string[],
): Promise<void> {
  const handled = sql`string_to_array(${productIds.join('\u001f')}, E'\\x1f') collate "C"`;
  await sql`
    with hit as (
      delete from evaluation_change
      where evaluation_change.client_id = ${clientId} and evaluation_change.kind = 'input'
        and evaluation_change.product_ids && ${handled}
      returning evaluation_change.change_id, evaluation_change.product_ids
    )
    insert into evaluation_change (client_id, kind, product_ids, size)
    select ${clientId}, 'input', array_agg(listed.product_id), count(*)
    from hit
    cross join lateral unnest(hit.product_ids) as listed (product_id)
    where listed.product_id <> all (${handled})
    group by hit.change_id`.execute(transaction);
}

/**
 * Adds products to the list of products to evaluate. `input` means that their files or overrides may have changed, so their evaluations are
 * not current.
 */
export async function appendChange(
  transaction: Transaction,
  clientId: ClientId,
  kind: 'product' | 'input',
  productIds: readonly string[],
): Promise<void> {
  await sql`
    insert into evaluation_change (client_id, kind, product_ids, size)
    select ${clientId}, ${kind}, ${productIds}::text[], ${productIds.length}::integer
    where exists (
      select from evaluation_state where evaluation_state.client_id = ${clientId} and evaluation_state.channel_id = ''
    )`.execute(transaction);
}

/** Returns true if there is anything to evaluate for any client. */
export async function hasWork(connection: Connection): Promise<boolean> {
  const { rows } = await sql<{ hasWork: boolean }>`
    select
      exists (select from evaluation_change)
        or exists (select from ruleset_change)
        or exists (select from evaluation_state where evaluation_state.built_through is not null) as "hasWork"`.execute(
    connection,
  );
  return rows[0]?.hasWork ?? false;
}
