import { sql } from 'kysely';
import type { Connection, Transaction } from './platform/index.ts';

/**
 * Locks the installation until the transaction ends, so that other starting processes wait.
 * @returns true if an earlier first run has committed its rows
 */
export async function lockInstallation(connection: Transaction): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    select installation.first_run_at is not null as done
    from installation
    for update`.execute(connection);
  return rows[0]?.done ?? false;
}

export async function recordFirstRun(connection: Transaction): Promise<void> {
  await sql`update installation set first_run_at = now()`.execute(connection);
}

export async function hasClients(connection: Connection): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (select from client) as found`.execute(connection);
  return rows[0]?.found ?? false;
}
