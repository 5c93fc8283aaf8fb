import { randomBytes } from 'node:crypto';
import { open, readFile, realpath, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../errors.ts';
import { createCluster, databaseName, findCluster, resetPassword } from './postgres-cluster.ts';
import { keepRunning, startPatiently } from './postgres-keeper.ts';
import { settleLeftover } from './postgres-leftover.ts';
import { launchPostgres } from './postgres-process.ts';
import { findPostgresSite, type PostgresSite } from './postgres-site.ts';
import { createSocketFolder, removeSocketFolder } from './postgres-socket.ts';
import { StartRefusedError } from '../start-refused.ts';
import { prepareArchive } from './log-archive.ts';
import { refuseMoved } from './moved-database.ts';

/** Name of the file in a data folder that contains the password of the role `pimento`. */
export const passwordFile = 'postgres-password';

export interface EmbeddedPostgres extends AsyncDisposable {
  /** Connection string for the database `pimento` over a unix socket. The role may create further databases. */
  readonly connectionString: string;
  /** Shuts the server down (fast shutdown). May be called more than once. */
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL server of `dataFolder` and keeps it running. Creates the cluster at the first start, stops a server that a killed
 * Pimento process left running, and restarts a server that ends unexpectedly. The folder must be locked by openDataFolder.
 * @param options `settings`: server settings that override ours; `log`: called with human-readable lines; `evenIfMoved`: also starts a
 * database that was moved to an external server; `archive`: folder for the archived write-ahead log, null for none; by default, the one
 * that the service used at its last start
 * @throws StartRefusedError
 */
export async function startEmbeddedPostgres(options: {
  dataFolder: string;
  log?: (line: string) => void;
  settings?: Record<string, string>;
  evenIfMoved?: boolean;
  archive?: string | null | undefined;
}): Promise<EmbeddedPostgres> {
  const { log = () => undefined, evenIfMoved = false } = options;
  const site = await findPostgresSite(await realpath(options.dataFolder));
  if (!evenIfMoved) await refuseMoved(site.dataFolder);
  const password = await prepareCluster(site, log, options.settings?.['fsync'] !== 'off');
  const settings = { ...(await prepareArchive(site, options.archive)), ...options.settings };
  const socketFolder = await createSocketFolder(site);
  const connectionString = `postgresql://pimento:${password}@localhost/${databaseName}?host=${encodeURIComponent(socketFolder)}`;
  const start = () => launchPostgres(site, { socketFolder, connectionString, settings });
  try {
    const first = await startPatiently(start);
    const stopKeeping = keepRunning(first, () => settleLeftover(site, log, socketFolder).then(start), log);
    const stopAndTidy = async () => {
      await stopKeeping();
      await removeSocketFolder(socketFolder);
    };
    let stopped: Promise<void> | undefined;
    const stop = () => (stopped ??= stopAndTidy());
    return { connectionString, stop, [Symbol.asyncDispose]: stop };
  } catch (error) {
    await removeSocketFolder(socketFolder);
    throw error;
  }
}

/**
 * Creates the cluster if needed and returns the password of the role `pimento`. If the process is interrupted between two steps, the next
 * start completes the remaining steps.
 */
async function prepareCluster(site: PostgresSite, log: (line: string) => void, durable: boolean): Promise<string> {
  await settleLeftover(site, log);
  const file = join(site.dataFolder, passwordFile);
  const exists = await findCluster(site);
  const kept = await readPassword(file);
  const password = kept ?? randomBytes(24).toString('base64url');
  if (exists) {
    if (kept !== undefined) return kept;
    await resetPassword(site, password);
    await writePassword(file, password);
    return password;
  }
  if (kept === undefined) await writePassword(file, password);
  await createCluster(site, password, durable);
  log(`Made a new database in ${site.databaseFolder}.`);
  return password;
}

async function readPassword(path: string): Promise<string | undefined> {
  try {
    const password = (await readFile(path, 'utf8')).trim();
    return /^[\w-]{16,}$/.test(password) ? password : undefined;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw new StartRefusedError(`${path} cannot be read (${errorCode(error)}); start Pimento as the user who owns it.`);
  }
}

async function writePassword(path: string, password: string): Promise<void> {
  const fresh = `${path}.new`;
  await using file = await open(fresh, 'w', 0o600);
  await file.writeFile(`${password}\n`);
  await file.sync();
  await rename(fresh, path);
}
