import { readdir, readFile } from 'node:fs/promises';
import { Kysely, sql } from 'kysely';
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration';
import pg from 'pg';
import { StartRefusedError } from '../start-refused.ts';
import { LockingDialect, lockMigrations } from './locking-dialect.ts';
import { type Transaction, transaction } from './transaction.ts';

const migrationsFolder = new URL('../../../migrations/', import.meta.url);

/** Provides the migrations, which are forward-only SQL files named `NNNN_subject.sql`, applied in the order of their names. */
const provider: MigrationProvider = {
  async getMigrations() {
    const migrations: Record<string, Migration> = {};
    for (const file of (await readdir(migrationsFolder)).filter((name) => name.endsWith('.sql')).sort()) {
      const text = await readFile(new URL(file, migrationsFolder), 'utf8');
      migrations[file.slice(0, -'.sql'.length)] = {
        up: async (database: Kysely<unknown>) => {
          await sql.raw(text).execute(database);
        },
      };
    }
    return migrations;
  },
};

const tables = { migrationTableName: 'schema_migration', migrationLockTableName: 'schema_migration_lock' };

const createMigrator = (db: Kysely<unknown>): Migrator =>
  new Migrator({
    db,
    provider,
    ...tables,
    // Migrations that were developed in parallel can be released in any order, so a database that already has a migration may still need
    // one with a lower number.
    allowUnorderedMigrations: true,
  });

function open(connectionString: string): Kysely<unknown> {
  const pool = new pg.Pool({ connectionString, max: 2, connectionTimeoutMillis: 5_000 });
  // An error of an idle connection is ignored, because the database may be stopped as soon as the work is done.
  pool.on('error', () => undefined);
  return new Kysely<unknown>({ dialect: new LockingDialect({ pool }) });
}

function refusalOf(error: unknown): Error {
  if (!(error instanceof Error)) return new Error('the migrations failed', { cause: error });
  const unknown = /previously executed migration (\S+) is missing/.exec(error.message)?.[1];
  if (unknown === undefined) return error;
  return new StartRefusedError(
    `The database was migrated by a newer Pimento, which has "${unknown}": start that version, or restore an earlier backup.`,
  );
}

/**
 * Migrates the database to the current version. Several processes may call this concurrently.
 * @returns the names of the applied migrations
 * @throws StartRefusedError if a newer version has migrated the database
 */
export async function migrate(connectionString: string): Promise<string[]> {
  const database = open(connectionString);
  try {
    return await transaction(database, async (opened) => {
      await lockMigrations(opened);
      const { error, results } = await createMigrator(opened).migrateToLatest();
      if (error !== undefined) throw refusalOf(error);
      return (results ?? []).map((result) => result.migrationName);
    });
  } finally {
    await database.destroy();
  }
}

/**
 * Applies the migrations with the given names to an empty database, as a part of a transaction. The transaction holds the migration lock
 * until it ends, so a service that starts meanwhile waits for it.
 * @throws the error of the migration that failed
 */
export async function migrateWithin(opened: Transaction, names: readonly string[]): Promise<void> {
  const all = await provider.getMigrations();
  let failure: unknown;
  const watch = (migration: Migration): Migration => ({
    async up(database) {
      // the library reports only the error of its next statement, which fails because the transaction has already failed
      await migration.up(database).catch((error: unknown) => {
        failure ??= error;
        throw error;
      });
    },
  });
  const chosen = Object.entries(all).filter(([name]) => names.includes(name));
  const migrations = Object.fromEntries(chosen.map(([name, migration]) => [name, watch(migration)]));
  const migrator = new Migrator({ db: opened, provider: { getMigrations: async () => migrations }, ...tables });
  const { error } = await migrator.migrateToLatest().catch((thrown: unknown) => ({ error: thrown }));
  const problem = failure ?? error;
  if (problem !== undefined)
    throw problem instanceof Error ? problem : new Error('the migrations failed', { cause: problem });
}

/** Lists the names of this version's migrations in order. */
export async function listMigrations(): Promise<string[]> {
  return Object.keys(await provider.getMigrations());
}

/** Lists this version's migrations in order, each with the time when it was applied to the database, or null if it was not applied. */
export async function listMigrationStates(
  connectionString: string,
): Promise<{ name: string; appliedAt: Date | null }[]> {
  const database = open(connectionString);
  try {
    const migrations = await createMigrator(database).getMigrations();
    return migrations.map(({ name, executedAt }) => ({ name, appliedAt: executedAt ?? null }));
  } finally {
    await database.destroy();
  }
}
