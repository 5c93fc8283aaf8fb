// The only CLI file that loads the server. It is used by the commands that run the service or open its database.
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../input/usage-error.ts';

/**
 * Checks that the server is installed, because the packaged CLI does not include it.
 * @throws UsageError if the server is not installed
 */
function requireServer(): void {
  try {
    import.meta.resolve('@pimento/server');
  } catch {
    throw new UsageError(
      'This command needs the Pimento service, which is not part of the installed command line: install the package pimento instead, or run it in a clone of the repository.',
    );
  }
}

/**
 * Runs the service until it is stopped.
 * @throws UsageError if the server is not installed
 */
export async function startService(
  options: Record<'port' | 'host' | 'data' | 'role', string | undefined>,
): Promise<void> {
  requireServer();
  const { startPimento } = await import('@pimento/server');
  await startPimento(options);
}

export interface LocalDatabase extends AsyncDisposable {
  connectionString: string;
}

/**
 * Opens the database of the service on this machine. This is the given database, or the embedded database of the data folder, which is
 * started only for this command.
 * @throws UsageError if the server is not installed or the folder contains no database
 * @throws StartRefusedError if the data folder cannot be used, for example because a running service uses it
 */
export async function openLocalDatabase(given: string | undefined, dataFolder: string): Promise<LocalDatabase> {
  requireServer();
  if (given !== undefined) return { connectionString: given, [Symbol.asyncDispose]: () => Promise.resolve() };
  await access(join(dataFolder, 'postgres')).catch(() => {
    throw new UsageError(
      `There is no database in ${dataFolder}: run "pimento start" to create one, or name another database with --database-url.`,
    );
  });
  const { openDataFolder, startEmbeddedPostgres } = await import('@pimento/server/platform');
  const folder = await openDataFolder(dataFolder);
  try {
    const postgres = await startEmbeddedPostgres({ dataFolder: folder.path });
    return {
      connectionString: postgres.connectionString,
      async [Symbol.asyncDispose]() {
        await postgres.stop();
        await folder[Symbol.asyncDispose]();
      },
    };
  } catch (error) {
    await folder[Symbol.asyncDispose]();
    throw error;
  }
}

/** Loads the functions for backups. @throws UsageError if the server is not installed */
export async function loadBackups() {
  requireServer();
  return import('@pimento/server/backup');
}
export type Backups = Awaited<ReturnType<typeof loadBackups>>;

/** Loads the functions that move the database. @throws UsageError if the server is not installed */
export async function loadMove() {
  requireServer();
  return import('@pimento/server/move');
}

/** A finding about an installation. `fix` states what to do. */
interface Finding {
  check: string;
  level: 'ok' | 'warning' | 'error';
  text: string;
  fix?: string;
}

/**
 * Examines an installation on this machine and returns the findings.
 * @throws UsageError if the server is not installed
 * @throws errors of the database
 */
export async function examineInstallation(options: {
  databaseUrl: string | undefined;
  dataFolder: string;
  filesAddress: string | undefined;
  secretKeys: string | undefined;
}): Promise<Finding[]> {
  requireServer();
  const doctor = await import('@pimento/server/doctor');
  return doctor.examineInstallation(options);
}

/** How a database would be distributed, as the server describes it. */
export interface DistributionPlan {
  citusVersion: string | null;
  tables: {
    table: string;
    placement: 'reference' | 'client' | 'adapter' | 'local';
    column: string | null;
    colocatedWith: string | null;
    bytes: number;
  }[];
  movedKeys: { table: string; name: string }[];
  obstacles: { kind: string; table: string; name: string; reason: string }[];
  statements: { reason: string; names: string[] }[];
}

/**
 * Returns how a database would be distributed over several nodes, and what prevents it.
 * @throws errors of the database
 */
export async function examineDistribution(connectionString: string): Promise<DistributionPlan> {
  const distribution = await import('@pimento/server/distribution');
  return distribution.examineDistribution(connectionString);
}

/** Where a table of a distributed database is, and where it belongs. */
export interface TableState {
  table: string;
  placement: 'reference' | 'client' | 'adapter' | 'local';
  kind: string;
  column: string | null;
  isPlaced: boolean;
}

/**
 * Returns where each table of a database is. @returns undefined if the database has no Citus
 * @throws errors of the database
 */
export async function findTableStates(connectionString: string): Promise<TableState[] | undefined> {
  const distribution = await import('@pimento/server/distribution');
  return distribution.findTableStates(connectionString);
}

/**
 * Returns the statements that distribute a database, in the order of execution, and what they cannot distribute. @throws errors of the
 * database
 */
export async function writeDistributionScript(
  connectionString: string,
): Promise<{ statements: string[]; obstacles: DistributionPlan['obstacles'] }> {
  const distribution = await import('@pimento/server/distribution');
  return distribution.writeScript(connectionString);
}

/** Changes the key that seals the secrets of a database. @throws StartRefusedError if the keys do not match the database */
export async function rotateSecrets(given: {
  connectionString: string;
  folder: string;
  keys: string | undefined;
}): Promise<{ keyId: string; rows: number }> {
  const secrets = await import('@pimento/server/secrets');
  return secrets.rotateSecrets(given);
}

/** Applies the pending migrations. Returns their names. */
export async function migrate(connectionString: string): Promise<string[]> {
  const migrator = await import('@pimento/server/migrator');
  return migrator.migrate(connectionString);
}

/** Lists all migrations in order, with the time at which each was applied, or null if it was not applied. */
export async function listMigrationStates(
  connectionString: string,
): Promise<{ name: string; appliedAt: Date | null }[]> {
  const migrator = await import('@pimento/server/migrator');
  return migrator.listMigrationStates(connectionString);
}
