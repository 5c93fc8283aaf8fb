import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makeDataFolder, startProgram } from './pimento-program.ts';
import { startFakePooler } from './platform/database/fake-pooler.ts';
import { pgbouncer, startPgBouncer } from './platform/database/pgbouncer.ts';
import { findSessions } from '../src/platform/index.ts';
import { isShared } from '../src/platform/database/shared-sessions.ts';
import { openTarget } from '../src/move/target-service.ts';
import { rotateSecrets } from '../src/secret-rotation.ts';
import { createTestDatabase } from './test-database.ts';
import { startTestService } from './test-service.ts';

const database = await createTestDatabase();
after(() => database[Symbol.asyncDispose]());

const withPgBouncer = { skip: pgbouncer === undefined && 'PgBouncer is not installed: apt-get install pgbouncer' };

test('connections that share a session are noticed, and those that keep theirs are left alone', async () => {
  await using sharing = await startFakePooler(database.connectionString, 'transaction');
  await using keeping = await startFakePooler(database.connectionString, 'session');
  assert.equal(isShared(await findSessions(sharing.connectionString)), true);
  assert.equal(await findSessions(keeping.connectionString), keeping.connectionString);
  assert.equal(await findSessions(database.connectionString), database.connectionString);
});

test('a command that needs a session of its own is refused with its reason behind a pooler that shares sessions', async () => {
  await using pooler = await startFakePooler(database.connectionString, 'transaction');
  await using folder = await makeDataFolder();
  await assert.rejects(
    rotateSecrets({ connectionString: pooler.connectionString, folder: folder.data, keys: undefined }),
    /^StartRefusedError: .* which services are running .* name the database itself with --database-url\.$/,
  );
  await assert.rejects(
    openTarget(pooler.connectionString),
    /cannot keep the settings of its connection through a pooler/,
  );
});

test('behind a pooler in session mode, every part of the service works without special settings', async () => {
  await using pooler = await startFakePooler(database.connectionString, 'session');
  await using service = await startTestService({ connectionString: pooler.connectionString });
  const client = await service.client('pooled');
  assert.equal((await client.importProducts([{ __ID: '1' }, { __ID: '2' }])).body.created, 2);
  assert.equal((await client.importProducts([{ __ID: '3' }], '?dryRun=true')).body.created, 1);
  await service.searchIndexing.drain();
  assert.equal((await client.call('GET', '/api/products/v1/products?text=2')).status, 200);
  assert.deepEqual([...(await client.exported()).keys()], ['1', '2']);
  assert.equal((await client.call('GET', '/readyz')).status, 200);
});

test('behind PgBouncer in statement mode, the start is refused in one sentence', withPgBouncer, async () => {
  await using pooler = await startPgBouncer(database.connectionString, 'statement');
  await using folder = await makeDataFolder();
  await using program = await startProgram(folder.data, 0, { PIMENTO_DATABASE_URL: pooler.connectionString });
  assert.equal(program.baseUrl, undefined);
  assert.equal(await program.ended, 2, program.stderr());
  assert.match(
    program.refusal(),
    /^The pooler .* does not run transactions .*: set its pool mode to transaction or session, or .*\.\n$/,
  );
});

test('behind PgBouncer in session mode, imports, dry runs and edits work', withPgBouncer, async () => {
  await using pooler = await startPgBouncer(database.connectionString, 'session');
  assert.equal(await findSessions(pooler.connectionString), pooler.connectionString);
  await using service = await startTestService({ connectionString: pooler.connectionString });
  const client = await service.client('bouncer');
  assert.equal((await client.importProducts([{ __ID: '1' }, { __ID: '2' }])).body.created, 2);
  assert.equal((await client.importProducts([{ __ID: '3' }], '?dryRun=true')).body.created, 1);
  assert.equal((await client.importProducts([{ __ID: '1', color: 'red' }], '?origin=edit')).status, 200);
  assert.deepEqual([...(await client.exported()).keys()], ['1', '2']);
});
