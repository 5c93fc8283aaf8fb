import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';

const run = promisify(execFile);

/**
 * The database superuser. Also the account that runs the server if this process runs as root, because PostgreSQL refuses to run as root.
 * Debian's package of PostgreSQL creates this account.
 */
const serverUser = 'postgres';

/** Returns the folders of the programs of the PostgreSQL servers that Debian's packages have installed, newest first. */
export const findServerPrograms = (): string[] =>
  globSync('/usr/lib/postgresql/*/bin')
    .filter((folder) => existsSync(`${folder}/initdb`))
    .toSorted()
    .toReversed();

async function idOf(kind: '-u' | '-g'): Promise<number> {
  return Number((await run('id', [kind, serverUser])).stdout);
}

async function untilItAnswers(connectionString: string, hasEnded: () => boolean): Promise<void> {
  for (;;) {
    const client = new pg.Client({ connectionString });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (hasEnded()) throw error;
      await pause(50);
    }
  }
}

/**
 * Starts a fast, non-durable server with programs that are not part of this repository.
 * @param programs the folder that contains `initdb` and `postgres`
 */
export async function startSystemPostgres(
  programs: string,
): Promise<AsyncDisposable & { connectionString: string; version: string }> {
  const folder = await mkdtemp(`${tmpdir()}/pimento-server-`);
  const isRoot = userInfo().uid === 0;
  const identity = isRoot ? { uid: await idOf('-u'), gid: await idOf('-g') } : {};
  if (identity.uid !== undefined) await chown(folder, identity.uid, identity.gid);
  const options = { ...identity, cwd: folder, env: { PATH: process.env['PATH'], LC_ALL: 'C' } };
  const data = `${folder}/data`;
  await run(`${programs}/initdb`, ['-D', data, '-U', serverUser, '-A', 'trust', '-E', 'UTF8', '--no-sync'], options);
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    listen_addresses: '',
    unix_socket_directories: folder,
    max_connections: '200',
    jit: 'off',
  };
  const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(`${programs}/postgres`, ['-D', data, ...given], { ...options, stdio: 'ignore' });
  const ended = once(server, 'exit');
  // the server checks no password, but the configuration of PgBouncer needs one
  const connectionString = `postgresql://${serverUser}:any@localhost/${serverUser}?host=${encodeURIComponent(folder)}`;
  await untilItAnswers(connectionString, () => server.exitCode !== null);
  return {
    connectionString,
    version: /\d+/.exec(programs)?.[0] ?? '',
    async [Symbol.asyncDispose]() {
      server.kill('SIGINT');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
