// The only file of the command line that loads the server, for the commands that run the service or open its database.
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../input/usage-error.ts';

/** @throws UsageError if the server is not installed: the packed command line comes without it */
function requireServer(): void {
  try {
    import.meta.resolve('@pimento/server');
  } catch {
    throw new UsageError(
      'This command needs the Pimento service, which is not part of the installed command line: run it in a clone of the repository.',
    );
  }
}

/**
 * Runs the service until it is stopped.
 * @throws UsageError if the server is not installed
 */
export async function startService(options: Record<'port' | 'host' | 'data', string | undefined>): Promise<void> {
  requireServer();
  const { startPimento } = await import('@pimento/server');
  await startPimento(options);
}

export interface LocalDatabase extends AsyncDisposable {
  connectionString: string;
}

/**
 * Opens the database of the service on this machine: the given one, or the embedded one of the data folder, started for this command only.
 * @throws UsageError if the server is not installed or the folder holds no database; StartRefusedError if a running service uses it
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

/** Brings the database up to date; returns the names of the migrations that were applied. */
export async function migrate(connectionString: string): Promise<string[]> {
  const migrator = await import('@pimento/server/migrator');
  return migrator.migrate(connectionString);
}

/** Lists all migrations in order, each with the time at which it was applied; null if it was not. */
export async function listMigrationStates(
  connectionString: string,
): Promise<{ name: string; appliedAt: Date | null }[]> {
  const migrator = await import('@pimento/server/migrator');
  return migrator.listMigrationStates(connectionString);
}
