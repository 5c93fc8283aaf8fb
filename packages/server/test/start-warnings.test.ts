import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { readConfig } from '../src/config.ts';
import { listConnectionWarnings, listStartWarnings, maxConnections } from '../src/start-warnings.ts';

function warningsOf(environment: Record<string, string>, userId: number | undefined = 1000): string[] {
  const read = readConfig(environment);
  assert.ok('config' in read, JSON.stringify(read));
  return listStartWarnings(read.config, userId);
}

test('an invalid setting is described in plain words, without passwords', () => {
  const sentences: Record<string, [value: string, sentence: string]> = {
    PIMENTO_PORT: ['abc', 'must be a number, not "abc"'],
    PIMENTO_DATABASE_POOL: ['1.5', 'must be a whole number, not "1.5"'],
    PIMENTO_RATE_LIMIT: ['-1', 'must be at least 0'],
    PIMENTO_STOP_SECONDS: ['9999', 'must be at most 3600'],
    PIMENTO_ROLE: ['worker2', 'must be one of all, api, worker'],
    PIMENTO_BASE_URL: ['pim secret', 'must be a URL such as https://pim.example.com'],
    PIMENTO_DATABASE_URL: ['mysql://u:secret@db', 'must begin with "postgres"'],
    PIMENTO_SECURITY_CONTACT: ['x', 'must be like mailto:security@example.com or https://…'],
  };
  for (const [name, [value, sentence]] of Object.entries(sentences))
    assert.deepEqual(readConfig({ [name]: value }), { complaints: [`${name}: ${sentence}`] });
});

test('an installation for this machine alone starts without a warning, also as root', () => {
  assert.deepEqual(warningsOf({}, 0), []);
  assert.deepEqual(warningsOf({ PIMENTO_BASE_URL: 'http://localhost:8480' }, 0), []);
});

test('an HTTPS address needs the addresses of its proxies', () => {
  const address = { PIMENTO_BASE_URL: 'https://pim.example.com' };
  assert.match(warningsOf(address).join('\n'), /^PIMENTO_TRUSTED_PROXIES is not set/);
  assert.deepEqual(warningsOf({ ...address, PIMENTO_TRUSTED_PROXIES: '127.0.0.1' }), []);
});

test('root is warned of under a public address', () => {
  const settings = { PIMENTO_BASE_URL: 'https://pim.example.com', PIMENTO_TRUSTED_PROXIES: '127.0.0.1' };
  assert.match(warningsOf(settings, 0).join('\n'), /^Pimento runs as root/);
  assert.deepEqual(warningsOf(settings, undefined), []);
});

test('a database on another machine needs a checked certificate', () => {
  const warned = (query: string, host = 'db.example') =>
    warningsOf({ PIMENTO_DATABASE_URL: `postgresql://pimento:secret@${host}/pimento${query}` });
  const compatible = 'uselibpqcompat=true&sslmode';
  for (const query of ['', '?sslmode=disable', '?sslmode=no-verify', `?${compatible}=require`, '?ssl=false']) {
    assert.match(warned(query).join('\n'), /^PIMENTO_DATABASE_URL names another machine/, query);
    assert.doesNotMatch(warned(query).join('\n'), /secret/);
  }
  const certificate = 'sslrootcert=/etc/ssl/db.pem';
  for (const query of ['sslmode=verify-full', `sslmode=verify-full&${certificate}`, 'ssl=true', 'sslmode=prefer'])
    assert.deepEqual(warned(`?${query}`), [], query);
  assert.deepEqual(warned(`?${compatible}=require&${certificate}`), []);
  for (const host of ['localhost', '127.0.0.1:5433', '[::1]']) assert.deepEqual(warned('', host), [], host);
  assert.deepEqual(warned('?host=/run/postgresql', 'ignored'), []);
});

test('a replica on another machine needs a checked certificate, and a database that it is the replica of', () => {
  const replica = { PIMENTO_DATABASE_REPLICA_URL: 'postgresql://pimento@replica.example/pimento' };
  const database = { PIMENTO_DATABASE_URL: 'postgresql:///pimento' };
  assert.match(warningsOf({ ...replica, ...database }).join(), /^PIMENTO_DATABASE_REPLICA_URL names another machine/);
  assert.deepEqual(readConfig(replica), { complaints: ['PIMENTO_DATABASE_REPLICA_URL: needs PIMENTO_DATABASE_URL'] });
});

test('an archive of the embedded database is warned of when another database is used', () => {
  const archive = { PIMENTO_DATABASE_ARCHIVE: '/backup/log' };
  assert.deepEqual(warningsOf(archive), []);
  const warned = warningsOf({ ...archive, PIMENTO_DATABASE_URL: 'postgresql://pimento@localhost/pimento' });
  assert.match(warned.join('\n'), /^PIMENTO_DATABASE_ARCHIVE has no effect with PIMENTO_DATABASE_URL/);
});

test('a database that accepts fewer connections than one process may open is warned of, with both numbers', () => {
  const read = readConfig({ PIMENTO_DATABASE_POOL: '10', PIMENTO_IMPORT_THREADS: '4' });
  assert.ok('config' in read);
  assert.equal(maxConnections(read.config), 99);
  assert.deepEqual(listConnectionWarnings(read.config, 99), []);
  assert.match(listConnectionWarnings(read.config, 95).join(), /accepts 95 connections, and this process may open 99:/);
});

test('reports are not kept for a shorter time than what they contain', () => {
  const complaintsOf = (settings: Record<string, string>) => {
    const read = readConfig(settings);
    return 'complaints' in read ? read.complaints : [];
  };
  assert.deepEqual(complaintsOf({ PIMENTO_IMPORT_DAYS: '90', PIMENTO_SUBMISSION_DAYS: '90' }), []);
  assert.deepEqual(complaintsOf({ PIMENTO_IMPORT_DAYS: '60' }), [
    'PIMENTO_IMPORT_DAYS: must be at least PIMENTO_IMPORT_ERROR_DAYS, which must not be 0',
  ]);
  assert.deepEqual(complaintsOf({ PIMENTO_SUBMISSION_DAYS: '365', PIMENTO_SNAPSHOT_DAYS: '0' }), [
    'PIMENTO_SUBMISSION_DAYS: must be at least PIMENTO_SNAPSHOT_DAYS, which must not be 0',
  ]);
  assert.match(
    complaintsOf({ PIMENTO_SUBMISSION_DAYS: '30' }).join(),
    /^PIMENTO_SUBMISSION_DAYS: must be more than 30/,
  );
});

test('the guide has the formula of the connections', async () => {
  const guide = await readFile(new URL('../../../docs/guides/operate.md', import.meta.url), 'utf8');
  const [, pools, threads, fixed] =
    /= (\d+) × PIMENTO_DATABASE_POOL \+ (\d+) × PIMENTO_IMPORT_THREADS \+ (\d+)/.exec(guide) ?? [];
  for (const [pool, count] of [
    [10, 1],
    [25, 4],
    [200, 16],
  ] as const) {
    const told = Number(pools) * pool + Number(threads) * count + Number(fixed);
    assert.equal(maxConnections({ PIMENTO_DATABASE_POOL: pool, PIMENTO_IMPORT_THREADS: count }), told);
  }
});
