import { sql } from 'kysely';
import type { Connection } from '../database/database.ts';

/** Values that identify a database. A physical replica has the same values as its primary. */
interface Identity {
  systemId: string;
  name: string;
}

/** Returns the position up to which the primary has stored its log, and the identity of the database. */
export async function readPrimary(connection: Connection): Promise<Identity & { position: string }> {
  const { rows } = await sql<Identity & { position: string }>`
    select
      pg_current_wal_flush_lsn()::text as position,
      control.system_identifier::text as "systemId",
      current_database()::text as name
    from pg_control_system() as control`.execute(connection);
  const [row] = rows;
  if (!row) throw new Error('the primary database returned no position');
  return row;
}

/**
 * Returns the position up to which a replica has applied the log, and its identity. The position is null if the database is not a replica.
 * `keepsRows` is false if the replica may end long reads, because the primary has removed rows that they still need.
 */
export async function readReplica(
  connection: Connection,
): Promise<Identity & { position: string | null; keepsRows: boolean }> {
  const { rows } = await sql<Identity & { position: string | null; keepsRows: boolean }>`
    select
      case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as position,
      control.system_identifier::text as "systemId",
      current_database()::text as name,
      current_setting('hot_standby_feedback') = 'on' as "keepsRows"
    from pg_control_system() as control`.execute(connection);
  const [row] = rows;
  if (!row) throw new Error('the replica returned no position');
  return row;
}

/**
 * Checks that the database that a transaction reads is a replica and has reached a position of the log. The position alone is not enough,
 * because a promoted replica keeps its position although its data is no longer that of the primary.
 * @throws Error if the database is not a replica or has not reached the position
 */
export async function requireReached(transaction: Connection, position: string): Promise<void> {
  const { rows } = await sql<{ isReached: boolean | null }>`
    select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= ${position}::pg_lsn as "isReached"`.execute(transaction);
  if (rows[0]?.isReached !== true)
    throw new Error(
      'the database that was read is further behind than the replica that was measured, or is no replica',
    );
}
