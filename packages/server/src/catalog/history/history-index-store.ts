import { sql } from 'kysely';
import { cancelRepeatedly, type Connection, type Database, limitLockWaits, transaction } from '../../platform/index.ts';

// The index by age is not created by a migration, because that would block writes to the history for minutes, even in installations that
// keep the history forever. An interrupted creation leaves an index that is not valid.

/** Returns true if changes can be found by age with the index. */
export async function hasAgeIndex(connection: Connection): Promise<boolean> {
  const { rows } = await sql`
    select
    from pg_index
    where pg_index.indexrelid = to_regclass('product_history_age') and pg_index.indisvalid`.execute(connection);
  return rows.length > 0;
}

/** Maximum wait for the lock that dropping an invalid index needs. Writers of the history wait behind this lock. */
const dropWaitMs = 250;

/**
 * Creates the index of changes by age, without blocking reads and writes of the history. Replaces an index that is not valid. Two processes
 * must not do this at the same time.
 * @param signal stops the creation
 * @throws database errors, for example if an invalid index is in use; a later call tries again
 */
export async function createAgeIndex(database: Database, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await transaction(database, async (opened) => {
    await limitLockWaits(opened, dropWaitMs);
    await sql`drop index if exists product_history_age`.execute(opened);
  });
  // the database session that creates the index is looked up, because it is unknown behind a connection pooler
  const cancel = () =>
    sql`
      select pg_cancel_backend(pg_stat_progress_create_index.pid)
      from pg_stat_progress_create_index
      where pg_stat_progress_create_index.datname = current_database()
        and pg_stat_progress_create_index.index_relid = to_regclass('product_history_age')`.execute(database);
  await using _cancelling = cancelRepeatedly(cancel, signal);
  await sql`
    create index concurrently product_history_age on product_history (client_id, at) where kind = 'updated'`.execute(
    database,
  );
}
