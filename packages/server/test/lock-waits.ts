import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../src/platform/index.ts';

/** Resolves when a statement waits for a lock, or when `work` has ended without waiting. */
export async function untilWaitsOrEnds(database: Database, work: Promise<unknown>): Promise<void> {
  const ended = work.then(() => true);
  const waits = sql`
    select
    from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await waits.execute(database)).rows.length === 0) if (await Promise.race([ended, sleep(10, false)])) return;
}
