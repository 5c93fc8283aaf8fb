import { randomBytes } from 'node:crypto';
import { open, readFile, realpath, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { databaseName, ensureCluster, resetPassword } from './postgres-cluster.ts';
import { settleLeftover } from './postgres-leftover.ts';
import { launchPostgres, type PostgresProcess } from './postgres-process.ts';
import { findPostgresSite, type PostgresSite } from './postgres-site.ts';
import { createSocketFolder, removeSocketFolder } from './postgres-socket.ts';

export interface EmbeddedPostgres extends AsyncDisposable {
  /** Of the database `pimento`, over a unix socket; the role may create further databases. */
  readonly connectionString: string;
  /** Fast shutdown; may be called more than once. */
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL of `dataFolder`, making its cluster at the first start, and keeps it running: one that a Pimento which
 * was killed left behind is stopped first, one that ends unexpectedly is started again. The folder must be held by openDataFolder.
 * `settings` are server settings on top of ours, `log` is told what a person may want to know. Throws StartRefused.
 */
export async function startEmbeddedPostgres(options: {
  dataFolder: string;
  log?: (line: string) => void;
  settings?: Record<string, string>;
}): Promise<EmbeddedPostgres> {
  const { log = () => undefined, settings = {} } = options;
  const site = await findPostgresSite(await realpath(options.dataFolder));
  const password = await prepareCluster(site, log, settings['fsync'] !== 'off');
  const socketFolder = await createSocketFolder(site);
  const connectionString = `postgresql://pimento:${password}@localhost/${databaseName}?host=${encodeURIComponent(socketFolder)}`;
  const start = () => launchPostgres(site, { socketFolder, connectionString, settings });
  try {
    const first = await startPatiently(start);
    const stop = keepRunning(first, () => settleLeftover(site, log, socketFolder).then(start), log);
    let stopped: Promise<void> | undefined;
    const stopOnce = () => (stopped ??= stop().finally(() => removeSocketFolder(socketFolder)));
    return { connectionString, stop: stopOnce, [Symbol.asyncDispose]: stopOnce };
  } catch (error) {
    await removeSocketFolder(socketFolder);
    throw error;
  }
}

/** Answers the password of the role `pimento`. */
async function prepareCluster(site: PostgresSite, log: (line: string) => void, durable: boolean): Promise<string> {
  await settleLeftover(site, log);
  const file = join(site.dataFolder, 'postgres-password');
  const kept = (await readFile(file, 'utf8').catch(() => '')).trim();
  const password = /^[\w-]{16,}$/.test(kept) ? kept : await createPassword(file);
  const created = await ensureCluster(site, password, durable);
  if (created) log(`Made a new database in ${site.databaseFolder}.`);
  else if (password !== kept) await resetPassword(site, password);
  return password;
}

async function createPassword(path: string): Promise<string> {
  const password = randomBytes(24).toString('base64url');
  const fresh = `${path}.new`;
  await using file = await open(fresh, 'w', 0o600);
  await file.writeFile(`${password}\n`);
  await file.sync();
  await rename(fresh, path);
  return password;
}
