import { type DialectAdapter, type Kysely, PostgresAdapter, PostgresDialect, sql } from 'kysely';

/** The key with which Kysely locks migrations. Former releases use the same key and hold the lock for a session. */
const lockKey = 3_853_314_791_062_309_107n;

/** Locks migrations until the end of the transaction. */
export async function lockMigrations(transaction: Kysely<unknown>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockKey})`.execute(transaction);
}

/**
 * The lock that Kysely takes belongs to the session. With a pooler in transaction mode, it would remain in a session of the pooler, and the
 * next start would wait for it. It would also remain after a failed migration, because a failed transaction cannot release it.
 */
class LockingAdapter extends PostgresAdapter {
  override acquireMigrationLock(database: Kysely<unknown>): Promise<void> {
    return lockMigrations(database);
  }
  override releaseMigrationLock(): Promise<void> {
    return Promise.resolve();
  }
}

/** PostgreSQL with a migration lock that belongs to the transaction. Migrations must therefore be applied in a transaction. */
export class LockingDialect extends PostgresDialect {
  override createAdapter(): DialectAdapter {
    return new LockingAdapter();
  }
}
