import { sql } from 'kysely';
import type { Transaction } from './platform/index.ts';

/** Locks the installation and returns the id of the key that seals its secrets. @returns null if Pimento has not used the database yet */
export async function lockSecretKeyId(opened: Transaction): Promise<string | null> {
  const { rows } = await sql<{ keyId: string | null }>`
    select installation.secret_key_id as "keyId"
    from installation
    for update`.execute(opened);
  return rows[0]?.keyId ?? null;
}

export async function saveSecretKeyId(opened: Transaction, keyId: string): Promise<void> {
  await sql`update installation set secret_key_id = ${keyId}`.execute(opened);
}

/**
 * Counts the connections of Pimento processes to this database, grouped by client address. The address is null for connections over a Unix
 * socket. A running process always has connections, because its workers query the database every second. A pooler gives its connections the
 * name of the last pool that used them, so the names of all pools count.
 */
export async function listServiceConnections(
  opened: Transaction,
): Promise<{ address: string | null; connections: number }[]> {
  // PostgreSQL otherwise returns the same list for the whole transaction
  await sql`select pg_stat_clear_snapshot()`.execute(opened);
  const { rows } = await sql<{ address: string | null; connections: number }>`
    select host(activity.client_addr) as address, count(*)::integer as connections
    from pg_stat_activity as activity
    where activity.datname = current_database()
      and activity.application_name like 'pimento%'
      and activity.application_name not in ('pimento secrets', 'pimento pulse', 'pimento doctor', 'pimento backup')
    group by activity.client_addr
    order by activity.client_addr`.execute(opened);
  return rows;
}
