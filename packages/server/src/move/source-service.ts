import { access } from 'node:fs/promises';
import { join } from 'node:path';
import {
  allowIdle,
  openDataFolder,
  openDatabase,
  openSnapshot,
  startEmbeddedPostgres,
  type Transaction,
} from '../platform/index.ts';
import { comparable } from './session-rules.ts';
import { MoveRefusedError } from './move-types.ts';

/** Maximum time that the snapshot may be idle. It is idle while the other database reads a table or builds indexes. */
const maxWaitMs = 86_400_000;

/** The database of a data folder, read from one snapshot. */
export interface Source extends AsyncDisposable {
  dataFolder: string;
  snapshot: Transaction;
}

/**
 * Starts the database of a data folder that no other process uses, even if it was moved before, and opens a snapshot of it.
 * @throws MoveRefusedError if there is no database; StartRefusedError if a service is running on the folder
 */
export async function openSource(path: string): Promise<Source> {
  await access(join(path, 'postgres')).catch(() => {
    throw new MoveRefusedError(`There is no database in ${path}: name the data folder with --data.`);
  });
  await using opened = new AsyncDisposableStack();
  const folder = opened.use(await openDataFolder(path));
  const { connectionString } = opened.use(await startEmbeddedPostgres({ dataFolder: folder.path, evenIfMoved: true }));
  const options = { connectionString, max: 1, name: 'pimento db move', copies: true, onError: () => undefined };
  const { kysely } = opened.use(openDatabase({ ...options, settings: comparable }));
  const { transaction } = opened.use(await openSnapshot(kysely));
  await allowIdle(transaction, maxWaitMs);
  const resources = opened.move();
  return { dataFolder: folder.path, snapshot: transaction, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}
