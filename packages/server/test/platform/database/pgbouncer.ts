import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findProgram, freePort, isOpen } from '../../proxy/example-proxy.ts';
import { makeTemporaryFolder } from '../temporary-folder.ts';

export interface PgBouncer extends AsyncDisposable {
  connectionString: string;
}

export type PoolMode = 'session' | 'transaction' | 'statement';

/** Path of PgBouncer, or undefined if it is not installed. */
export const pgbouncer = findProgram('pgbouncer');

/** Returns a configuration that differs from the default only in what a test needs. */
function configure(database: URL, mode: PoolMode, port: number): string {
  const server = [
    `host=${database.searchParams.get('host') ?? database.hostname}`,
    ...(database.port === '' ? [] : [`port=${database.port}`]),
    `user=${decodeURIComponent(database.username)}`,
    `password=${decodeURIComponent(database.password)}`,
  ].join(' ');
  return [
    '[databases]',
    `* = ${server}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    // the password of the database is in this file
    'auth_type = any',
    `pool_mode = ${mode}`,
    '',
  ].join('\n');
}

/**
 * Returns the user that PgBouncer must run as, because it refuses to run as root. This is the owner of the database's socket, who can
 * connect to it. Returns an empty object if the tests do not run as root, or if the database is reached over TCP.
 */
async function identityFor(database: URL): Promise<{ uid?: number; gid?: number }> {
  const socketFolder = database.searchParams.get('host');
  if (process.geteuid?.() !== 0 || socketFolder === null) return {};
  const { uid, gid } = await stat(socketFolder);
  return { uid, gid };
}

/**
 * Starts PgBouncer in front of a database.
 * @param connectionString connection string of the database
 */
export async function startPgBouncer(connectionString: string, mode: PoolMode): Promise<PgBouncer> {
  if (pgbouncer === undefined) throw new Error('PgBouncer is not installed');
  await using opened = new AsyncDisposableStack();
  const folder = opened.use(await makeTemporaryFolder());
  const port = await freePort();
  const file = join(folder.path, 'pgbouncer.ini');
  const database = new URL(connectionString);
  await writeFile(file, configure(database, mode, port));
  await chmod(folder.path, 0o755);
  const child = spawn(pgbouncer, ['--quiet', file], {
    stdio: ['ignore', 'ignore', 'inherit'],
    ...(await identityFor(database)),
  });
  const ended = once(child, 'exit');
  opened.defer(async () => {
    child.kill('SIGTERM');
    // the second signal ends PgBouncer even if connections are open
    child.kill('SIGTERM');
    await ended;
  });
  while (!(await isOpen(port))) {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended: ${await readFile(file, 'utf8')}`);
    await pause(20);
  }
  const resources = opened.move();
  return {
    connectionString: `postgresql://any@127.0.0.1:${port}${database.pathname}`,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
