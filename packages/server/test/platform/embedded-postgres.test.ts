import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { openDatabase, readConnectionLimit, requireReached } from '../../src/platform/index.ts';
import { startEmbeddedPostgres } from '../../src/platform/postgres/embedded-postgres.ts';
import { StartRefusedError } from '../../src/platform/start-refused.ts';
import { query, serverPid, startChildPimento } from './child-pimento.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

// One cluster for the whole file, because creating a cluster is slow. Each test leaves it stopped and intact.
let place: Awaited<ReturnType<typeof makeTemporaryFolder>>;
let dataFolder = '';
before(async () => {
  place = await makeTemporaryFolder();
  dataFolder = join(place.path, 'data');
  await mkdir(dataFolder, { mode: 0o700 });
});
after(() => place[Symbol.asyncDispose]());

test('The first start makes a durable UTF-8 database and later starts find its data in less than half the time', async () => {
  const begin = performance.now();
  let first: number;
  {
    await using postgres = await startEmbeddedPostgres({ dataFolder });
    first = performance.now() - begin;
    await query(postgres.connectionString, `create table kept as select 'Ä' as value`);
    const [facts] = await query(
      postgres.connectionString,
      `select current_database() as name, current_setting('fsync') as fsync, current_setting('synchronous_commit') as commits,
              pg_encoding_to_char(encoding) as encoding, lower('Ä') as lower
         from pg_database where datname = current_database()`,
    );
    assert.deepEqual(facts, { name: 'pimento', fsync: 'on', commits: 'on', encoding: 'UTF8', lower: 'ä' });
  }
  const durations: number[] = [];
  for (let round = 0; round < 3; round++) {
    const started = performance.now();
    await using postgres = await startEmbeddedPostgres({ dataFolder });
    durations.push(Math.round(performance.now() - started));
    assert.deepEqual(await query(postgres.connectionString, 'select value from kept'), [{ value: 'Ä' }]);
  }
  // The limit depends on the first start in the same run, because the machine may be busy with other tests.
  assert.ok(Math.min(...durations) < first / 2, `it took ${durations.join(', ')} ms, the first start ${first} ms`);
});

test('Without the password, which only the owner of the data folder can read, there is no access', async () => {
  await using postgres = await startEmbeddedPostgres({ dataFolder });
  const url = new URL(postgres.connectionString);
  url.password = 'guessed';
  await assert.rejects(query(url.href, 'select 1'), { code: '28P01' });
  const password = join(dataFolder, 'postgres-password');
  assert.equal((await stat(password)).mode & 0o777, 0o600);
  assert.equal(new URL(postgres.connectionString).password, (await readFile(password, 'utf8')).trim());
});

test('The address of the database can be given another path to name another database', async () => {
  await using postgres = await startEmbeddedPostgres({ dataFolder });
  const url = new URL(postgres.connectionString);
  url.pathname = '/postgres';
  assert.deepEqual(await query(url.href, 'select current_database() as name'), [{ name: 'postgres' }]);
});

test('A lost password file is created again, and the data is kept', async () => {
  await rm(join(dataFolder, 'postgres-password'));
  await using postgres = await startEmbeddedPostgres({ dataFolder });
  assert.deepEqual(await query(postgres.connectionString, 'select value from kept'), [{ value: 'Ä' }]);
});

test('Settings can be changed, and an invalid one is refused with the message of PostgreSQL', async () => {
  {
    const settings = { work_mem: '5MB', reserved_connections: '7' };
    await using postgres = await startEmbeddedPostgres({ dataFolder, settings });
    const { connectionString } = postgres;
    assert.deepEqual(await query(connectionString, 'show work_mem'), [{ work_mem: '5MB' }]);
    await using database = openDatabase({ connectionString, max: 1, name: 'test', onError: () => undefined });
    const limit = await readConnectionLimit(database.kysely);
    await sql`create role ordinary`.execute(database.kysely);
    await sql`set role ordinary`.execute(database.kysely);
    assert.equal(await readConnectionLimit(database.kysely), limit - 7, 'reserved connections are for other roles');
  }
  await assert.rejects(startEmbeddedPostgres({ dataFolder, settings: { work_mem: 'much' } }), {
    name: 'StartRefusedError',
    message:
      /^The embedded PostgreSQL did not start: invalid value for parameter "work_mem": "much" \(see .*postgres\.log\)\.$/,
  });
});

test('Stopping twice is stopping once, ends open connections and leaves no socket behind', async () => {
  const postgres = await startEmbeddedPostgres({ dataFolder });
  const pid = await serverPid(dataFolder);
  const waiting = assert.rejects(query(postgres.connectionString, 'select pg_sleep(60)'));
  await Promise.all([postgres.stop(), postgres.stop()]);
  await postgres.stop();
  await waiting;
  assert.equal(await hasEnded(pid), true);
  assert.equal(existsSync(socketFolder(postgres.connectionString)), false);
});

test('Ctrl-C in a terminal leaves the database running until Pimento itself has ended', async () => {
  await using pimento = await startChildPimento(dataFolder);
  const server = await serverPid(dataFolder);
  assert.equal(await pimento.end('SIGINT'), 0);
  assert.equal(await hasEnded(server), true);
  assert.match(await readFile(join(dataFolder, 'postgres.log'), 'utf8'), /database system is shut down\s*$/);
});

test('When Pimento is killed, its database shuts down by itself and the next start has every committed row', async () => {
  await using pimento = await startChildPimento(dataFolder);
  await query(pimento.connectionString, 'create table before_the_kill as select 1 as value');
  const server = await serverPid(dataFolder);
  await pimento.end('SIGKILL');
  await untilTrue(() => hasEnded(server));
  await untilTrue(() => !existsSync(socketFolder(pimento.connectionString)));
  await using postgres = await startEmbeddedPostgres({ dataFolder });
  assert.deepEqual(await query(postgres.connectionString, 'select value from before_the_kill'), [{ value: 1 }]);
});

test('A start right after Pimento was killed stops the database that is still running, and continues', async () => {
  await using pimento = await startChildPimento(dataFolder);
  const old = await serverPid(dataFolder);
  await pimento.end('SIGKILL');
  await using next = await startChildPimento(dataFolder);
  assert.equal(next.refused, undefined);
  assert.notEqual(await serverPid(dataFolder), old);
  assert.equal(await hasEnded(old), true);
  assert.equal(await next.end('SIGINT'), 0);
});

test('When Pimento and its database are both killed, the next start recovers every committed row, and is no replica', async () => {
  await using pimento = await startChildPimento(dataFolder);
  await query(pimento.connectionString, 'create table before_both as select 1 as value');
  process.kill(await serverPid(dataFolder), 'SIGKILL');
  await pimento.end('SIGKILL');
  await using postgres = await startEmbeddedPostgres({ dataFolder });
  assert.deepEqual(await query(postgres.connectionString, 'select value from before_both'), [{ value: 1 }]);
  // after a recovery, a database has a replayed position like a replica
  const { connectionString } = postgres;
  await using database = openDatabase({ connectionString, max: 1, name: 'test', onError: () => undefined });
  await assert.rejects(requireReached(database.kysely, '0/0'), /or is no replica/);
});

test('A database server that dies alone is started again at the same address', async () => {
  const lines: string[] = [];
  await using postgres = await startEmbeddedPostgres({ dataFolder, log: (line) => lines.push(line) });
  const old = await serverPid(dataFolder);
  process.kill(old, 'SIGKILL');
  await untilTrue(() => hasEnded(old));
  await untilTrue(() =>
    query(postgres.connectionString, 'select 1').then(
      () => true,
      () => false,
    ),
  );
  assert.notEqual(await serverPid(dataFolder), old);
  assert.deepEqual(lines, ['The database server stopped unexpectedly (it was ended by SIGKILL) and is started again.']);
});

test('A pid file left from before, whose number now belongs to another program, neither stops the start nor harms the program', async () => {
  const stranger = spawn('sleep', ['60'], { stdio: 'ignore' });
  const ended = once(stranger, 'exit');
  const pidFile = join(dataFolder, 'postgres', 'postmaster.pid');
  await writeFile(pidFile, `${stranger.pid}\n${dataFolder}/postgres\n1700000000\n5432\n/nowhere\n\n 1 1\nready\n`);
  await using postgres = await startEmbeddedPostgres({ dataFolder });
  assert.deepEqual(await query(postgres.connectionString, 'select 1 as value'), [{ value: 1 }]);
  assert.equal(stranger.exitCode, null);
  stranger.kill();
  await ended;
});

test('A first start that was cut short leaves nothing that the next one stumbles over', async () => {
  const fresh = join(place.path, 'fresh');
  await mkdir(join(fresh, 'postgres.new-abc', 'base'), { recursive: true });
  await writeFile(join(fresh, 'postgres.new-abc', 'PG_VERSION'), '17\n');
  await using postgres = await startEmbeddedPostgres({ dataFolder: fresh });
  assert.deepEqual(await query(postgres.connectionString, 'select 1 as value'), [{ value: 1 }]);
  assert.equal(existsSync(join(fresh, 'postgres.new-abc')), false);
});

test('A second Pimento on the same folder is refused and the first works on', async () => {
  await using first = await startChildPimento(dataFolder);
  await using second = await startChildPimento(dataFolder);
  assert.equal(
    second.refused,
    `Another Pimento (process ${first.pid}) is using the data folder ${dataFolder}; stop it or choose another folder.`,
  );
  assert.equal(await second.end('SIGINT'), 2);
  assert.deepEqual(await query(first.connectionString, 'select 1 as value'), [{ value: 1 }]);
  assert.equal(await first.end('SIGINT'), 0);
});

test('A database of another major version is refused and left as it is', async () => {
  const version = join(dataFolder, 'postgres', 'PG_VERSION');
  await writeFile(version, '16\n');
  await assert.rejects(startEmbeddedPostgres({ dataFolder }), /was made by PostgreSQL 16 but this Pimento includes 17/);
  await writeFile(version, '17\n');
});

test('A folder with the name of the database is refused and not changed', async () => {
  const other = join(place.path, 'other');
  await mkdir(join(other, 'postgres', 'mine'), { recursive: true });
  await assert.rejects(startEmbeddedPostgres({ dataFolder: other }), StartRefusedError);
  assert.equal(existsSync(join(other, 'postgres', 'mine')), true);
});

test('A data folder that was moved, to a path too long for a socket, works as before', async () => {
  const moved = join(place.path, 'x'.repeat(120), 'data');
  await mkdir(dirname(moved));
  await rename(dataFolder, moved);
  {
    await using postgres = await startEmbeddedPostgres({ dataFolder: moved });
    assert.deepEqual(await query(postgres.connectionString, 'select value from kept'), [{ value: 'Ä' }]);
  }
  await rename(moved, dataFolder);
});

function socketFolder(connectionString: string): string {
  return new URL(connectionString).searchParams.get('host') ?? '';
}

/** Returns true if a process has ended. A zombie process counts as ended. */
async function hasEnded(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch {
    return true;
  }
  return /\) Z /.test(await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''));
}

async function untilTrue(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await delay(10);
}
