// The one file that reaches into the server: it is loaded only by the commands that run the service or open its database.
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../input/usage-error.ts';

/** Runs the service until it is stopped. */
export async function startService(options: Record<'port' | 'host' | 'data', string | undefined>): Promise<void> {
  const { startPimento } = await import('@pimento/server');
  await startPimento(options);
}

export interface LocalDatabase extends AsyncDisposable {
  connectionString: string;
}

/**
 * The database of the service on this machine: the given one, else the embedded one of the data folder, started for this command alone.
 * @throws UsageError where the folder holds none, StartRefused where a running service has it
 */
export async function openLocalDatabase(given: string | undefined, dataFolder: string): Promise<LocalDatabase> {
  if (given !== undefined) return { connectionString: given, [Symbol.asyncDispose]: () => Promise.resolve() };
  await access(join(dataFolder, 'postgres')).catch(() => {
    throw new UsageError(
      `There is no database in ${dataFolder}: "pimento start" makes one; or name another one with --database-url.`,
    );
  });
  const { openDataFolder, startEmbeddedPostgres } = await import('../../../server/src/platform/index.ts');
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

/** Brings the database up to date; answers the names of what was applied. */
export async function migrate(connectionString: string): Promise<string[]> {
  const migrator = await import('../../../server/src/platform/database/migrator.ts');
  return migrator.migrate(connectionString);
}

/** Every migration that this program knows, in order, with the time at which the database got it; null where it has not. */
export async function listMigrationStates(
  connectionString: string,
): Promise<{ name: string; appliedAt: Date | null }[]> {
  const migrator = await import('../../../server/src/platform/database/migrator.ts');
  return migrator.listMigrationStates(connectionString);
}
