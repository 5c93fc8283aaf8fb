import { access } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findRunningPostgres, openDataFolder, startEmbeddedPostgres } from '../platform/index.ts';
import type { Installation } from './backup-types.ts';
import { BackupRefusedError } from './repository/repository-types.ts';

/** Returns the address of an installation's object store, by default the folder `assets` of the data folder. */
export const filesAddressOf = ({ dataFolder, filesAddress }: Installation): string =>
  filesAddress ?? pathToFileURL(join(resolve(dataFolder), 'assets')).href;

export interface LocalDatabase extends AsyncDisposable {
  connectionString: string;
}

async function requireDatabase(dataFolder: string): Promise<void> {
  const found = await access(join(dataFolder, 'postgres')).then(
    () => true,
    () => false,
  );
  if (!found) throw new BackupRefusedError(`There is no database in ${dataFolder}: name the data folder with --data.`);
}

/** Starts the database of a data folder that no other process is using. @throws StartRefusedError */
async function startLocalDatabase(dataFolder: string): Promise<LocalDatabase> {
  await using opened = new AsyncDisposableStack();
  const folder = opened.use(await openDataFolder(dataFolder));
  const { connectionString } = opened.use(await startEmbeddedPostgres({ dataFolder: folder.path }));
  const resources = opened.move();
  return { connectionString, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

/**
 * Opens the database of a data folder. Connects to the database if it is running, and otherwise starts it.
 * @throws BackupRefusedError if there is no database; StartRefusedError if it does not start
 */
export async function openLocalDatabase(dataFolder: string): Promise<LocalDatabase> {
  await requireDatabase(dataFolder);
  const connectionString = await findRunningPostgres(dataFolder);
  if (connectionString === undefined) return startLocalDatabase(dataFolder);
  return { connectionString, [Symbol.asyncDispose]: () => Promise.resolve() };
}

/**
 * Opens the database of an installation for a backup.
 * @param isOnline true to connect to the database of a running Pimento, false to start the database
 * @throws BackupRefusedError if there is no database, or if `isOnline` does not match whether Pimento is running; StartRefusedError if the
 * database does not start
 */
export async function openSource({ dataFolder }: Installation, isOnline: boolean): Promise<LocalDatabase> {
  await requireDatabase(dataFolder);
  const connectionString = await findRunningPostgres(dataFolder);
  if (!isOnline && connectionString !== undefined)
    throw new BackupRefusedError(`A service is running on ${dataFolder}: add --online, or stop it.`);
  if (!isOnline) return startLocalDatabase(dataFolder);
  if (connectionString === undefined)
    throw new BackupRefusedError(`No service is running on ${dataFolder}: leave out --online, or start the service.`);
  return { connectionString, [Symbol.asyncDispose]: () => Promise.resolve() };
}
