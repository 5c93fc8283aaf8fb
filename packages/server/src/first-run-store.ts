import { sql } from 'kysely';
import type { Transaction } from './platform/index.ts';

/** Makes every other process that starts on this database wait; true where the first run is already behind it. */
export async function lockInstallation(connection: Transaction): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    select installation.first_run_at is not null as done
    from installation
    for update`.execute(connection);
  return rows[0]?.done ?? false;
}

export async function noteFirstRun(connection: Transaction): Promise<void> {
  await sql`update installation set first_run_at = now()`.execute(connection);
}
