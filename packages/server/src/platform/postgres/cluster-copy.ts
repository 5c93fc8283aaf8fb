import { once } from 'node:events';
import { chown, mkdir, mkdtemp, open, realpath, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Extract, extract } from 'tar-stream';
import { passwordFile } from './embedded-postgres.ts';
import type { PostgresAccount } from './postgres-account.ts';
import { moveIntoPlace, recoverCluster, syncCluster } from './postgres-cluster.ts';
import { settleLeftover } from './postgres-leftover.ts';
import { findPostgresSite } from './postgres-site.ts';
import { StartRefusedError } from '../start-refused.ts';

async function give(path: string, { identity }: PostgresAccount): Promise<void> {
  if ('uid' in identity) await chown(path, identity.uid, identity.gid);
}

/** Returns the path in the folder for a member of the tar file. @throws StartRefusedError if the path would be outside of the folder */
function pathIn(folder: string, name: string): string {
  const steps = name.split('/').filter((step) => step !== '' && step !== '.');
  if (steps.includes('..')) throw new StartRefusedError(`The backup of the database has a file with the path ${name}.`);
  return join(folder, ...steps);
}

/** Writes a stream to the tar parser, which does not accept Node's streams. */
async function feed(body: AsyncIterable<Uint8Array>, tar: Extract): Promise<void> {
  const closed = once(tar, 'close');
  closed.catch(() => undefined);
  try {
    for await (const chunk of body) {
      if (tar.destroyed) return;
      if (!tar.write(chunk)) await Promise.race([once(tar, 'drain'), closed]);
    }
    tar.end();
  } catch (error) {
    tar.destroy(error instanceof Error ? error : new Error(String(error)));
    throw error;
  }
}

async function writeFiles(tar: Extract, folder: string, account: PostgresAccount): Promise<void> {
  for await (const entry of tar) {
    const { name, type } = entry.header;
    const path = pathIn(folder, name);
    if (type === 'directory') await mkdir(path, { recursive: true, mode: 0o700 });
    await using file = type === 'file' ? await open(path, 'w', 0o600) : undefined;
    // The parser delivers the next member only after this one has been read to its end, so members that are not files are read as well.
    for await (const chunk of entry) await file?.writeFile(chunk);
    await give(path, account);
  }
}

/**
 * Creates the database of a data folder from a base backup. The database is moved to its final folder last, so that an interrupted restore
 * leaves no incomplete database.
 * @param options `body`: the tar file; `durable`: syncs the files to disk before the move; `isRecovered`: prepares the database for
 * `recoverDatabase`, which must follow
 * @throws StartRefusedError; errors of the body
 */
export async function unpackCluster(options: {
  dataFolder: string;
  body: AsyncIterable<Uint8Array>;
  durable: boolean;
  isRecovered?: boolean;
}): Promise<void> {
  const site = await findPostgresSite(await realpath(options.dataFolder));
  const fresh = await mkdtemp(`${site.databaseFolder}.new-`);
  try {
    await give(fresh, site.account);
    const tar = extract();
    await Promise.all([feed(options.body, tar), writeFiles(tar, fresh, site.account)]);
    if (options.isRecovered) {
      const signal = join(fresh, 'recovery.signal');
      await writeFile(signal, '', { mode: 0o600 });
      await give(signal, site.account);
    }
    if (options.durable) await syncCluster(site, fresh);
    await moveIntoPlace(fresh, site.databaseFolder);
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Applies the archived log to the unpacked database of a data folder.
 * @param settings see `recoverySettings`
 * @returns the time of the last transaction; null if there was none
 * @throws StartRefusedError with the message of PostgreSQL
 */
export async function recoverDatabase(dataFolder: string, settings: Record<string, string>): Promise<Date | null> {
  return recoverCluster(await findPostgresSite(await realpath(dataFolder)), settings);
}

/**
 * Removes the database that a killed restore left in a data folder, with its password, if there is one. First stops the server that may
 * still run on it.
 */
export async function removeCluster(dataFolder: string): Promise<void> {
  const site = await findPostgresSite(await realpath(dataFolder));
  await settleLeftover(site, () => undefined);
  // a program that the killed restore has started may still write
  await rm(site.databaseFolder, { recursive: true, force: true, maxRetries: 5 });
  await rm(join(site.dataFolder, passwordFile), { force: true });
}
