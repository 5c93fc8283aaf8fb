import { sql, type Transaction } from 'kysely';

// Every planner setting that the service gives to a connection or a transaction. Decision 0017 has the reasons and figures, also those of
// settings that stand in migrations (functions and tables) and in postgres/postgres-settings.ts (the embedded server).

/**
 * For connections that plan each statement once. Such a plan must stay right whatever the tables grow to: a plan that was made while a
 * table was empty would read the whole table for as long as the connection lives.
 */
export const preparedPlans =
  '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c enable_bitmapscan=off -c jit=off';

/**
 * For connections of imports. Statements are planned while tables look empty, so a sequential scan that was cheap then would run for every
 * batch of a million products. Generic plans, because without statistics the planner assumes that a new client has only a few rows.
 */
export const importPlans = '-c enable_seqscan=off -c plan_cache_mode=force_generic_plan';

/**
 * For the rest of the transaction statements read tables along their keys, whatever the statistics are: until a table that has grown is
 * analysed, the planner prefers to sort all products of the client.
 */
export async function planAlongKeys(transaction: Transaction<unknown>): Promise<void> {
  await sql`
    select set_config(plan.name, 'off', true)
    from unnest(array[
      'enable_seqscan', 'enable_bitmapscan', 'enable_sort', 'enable_hashjoin', 'enable_mergejoin', 'jit'
    ]) as plan (name)`.execute(transaction);
}

/**
 * For the rest of the transaction statements do not sort where an index has the order: 0.8 s instead of 29 s for all pages of 100,000
 * products in a table that was not analysed yet. Without JIT: a plan that cannot avoid sorting then looks expensive enough to compile,
 * which never pays off here.
 */
export async function planWithoutSorting(transaction: Transaction<unknown>): Promise<void> {
  await sql`select set_config('enable_sort', 'off', true), set_config('jit', 'off', true)`.execute(transaction);
}
