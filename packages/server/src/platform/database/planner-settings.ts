import { sql, type Transaction } from 'kysely';
import type { ServerSettings } from './session-settings.ts';

// All planner settings of connections and transactions. Decision 0017 contains the reasons and measurements, also for the settings in
// migrations (functions and tables) and in postgres/postgres-settings.ts (the embedded server).

/**
 * Settings for connections that plan each statement once. Such a plan must stay efficient as the tables grow. A plan made for an empty
 * table would scan the whole table until the connection closes.
 */
export const preparedPlans: ServerSettings = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  jit: 'off',
};

/**
 * Settings for import connections. Sequential scans are disabled, because statements are planned while tables look empty, and the plan
 * would then scan the table for every batch of an import of a million products. Generic plans are forced, because without statistics the
 * planner assumes that a new client has only a few rows.
 */
export const importPlans: ServerSettings = { enable_seqscan: 'off', plan_cache_mode: 'force_generic_plan' };

/**
 * Settings of a transaction that reads tables by key, regardless of statistics. Without them, the planner sorts all products of the client
 * if a table has grown but has not been analysed yet.
 */
export const plansAlongKeys: ServerSettings = {
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  enable_sort: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  jit: 'off',
};

/**
 * Settings of a transaction that joins tables as a whole, such as two versions of a data standard. The statistics of a table do not include
 * rows that were added within the last minute, so the planner expects one row and chooses nested loops. With nested loops, a version with
 * ten changes among 17,000 items took 27 s, because temporary tables have no indexes.
 */
const plansForWholeTables: ServerSettings = { enable_nestloop: 'off', jit: 'off' };

/**
 * Makes the statements of `work` join tables by hash or merge (see `plansForWholeTables`). Afterwards restores the former settings of the
 * transaction. If `work` fails, the transaction can only be rolled back, which restores them as well.
 */
export async function planForWholeTables<T>(transaction: Transaction<unknown>, work: () => Promise<T>): Promise<T> {
  const { rows } = await sql<{ former: ServerSettings }>`
    select jsonb_object_agg(name, current_setting(name)) as former
    from unnest(${Object.keys(plansForWholeTables)}::text[]) as name`.execute(transaction);
  await applyLocally(transaction, plansForWholeTables);
  const result = await work();
  await applyLocally(transaction, rows[0]?.former ?? {});
  return result;
}

/** Makes the remaining statements of the transaction read tables by key (see `plansAlongKeys`). */
export async function planAlongKeys(transaction: Transaction<unknown>): Promise<void> {
  await applyLocally(transaction, plansAlongKeys);
}

/** Applies settings until the end of the transaction. @returns the id of the database process that runs its statements */
export async function applyLocally(
  transaction: Transaction<unknown>,
  settings: ServerSettings,
): Promise<number | undefined> {
  const { rows } = await sql<{ pid: number }>`
    select pg_backend_pid() as pid, count(set_config(setting.key, setting.value, true))
    from jsonb_each_text(${JSON.stringify(settings)}::jsonb) as setting`.execute(transaction);
  return rows[0]?.pid;
}

/**
 * Makes the remaining statements of the transaction use the order of an index instead of sorting. This takes 0.8 s instead of 29 s for all
 * pages of 100,000 products in a table that had not been analysed yet. Also disables JIT, because with these settings a plan that must sort
 * looks expensive enough to be compiled, although compiling takes longer than it saves here.
 */
export async function planWithoutSorting(transaction: Transaction<unknown>): Promise<void> {
  await sql`select set_config('enable_sort', 'off', true), set_config('jit', 'off', true)`.execute(transaction);
}
