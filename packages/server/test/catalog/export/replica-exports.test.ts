import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { pino } from 'pino';
import { createExporter } from '../../../src/catalog/export/export-service.ts';
import { clientIdOf, createWorker, type Replica, systemClock } from '../../../src/platform/index.ts';
import { ask, type GatewayWorld, startGatewayWorld } from '../../channels/gateway-world.ts';
import type { TestCaller } from '../../test-service.ts';
import { type ReplicatedDatabase, startReplicatedDatabase } from './streaming-replica.ts';

const log = pino({ level: 'silent' });
const resources = new AsyncDisposableStack();
let database: ReplicatedDatabase;
let world: GatewayWorld;
let client: TestCaller;
before(async () => {
  database = resources.use(await startReplicatedDatabase());
  world = resources.use(await startWorld(database.replica, { maxLagMs: 60_000, catchUpMs: 60_000 }));
  client = await world.service.client('acme');
  await client.importProducts([{ __ID: 'a', weight: '1' }]);
});
after(() => resources.disposeAsync());

/** Starts a service and lets it measure the lag of its replica. `answerMs` is long, because the machine may be busy. */
async function startWorld(
  replica: string,
  { maxLagMs, catchUpMs }: { maxLagMs: number; catchUpMs: number },
): Promise<GatewayWorld> {
  const started = await startGatewayWorld({
    connectionString: database.primary,
    alone: false,
    replica: { connectionString: replica, maxLagMs, times: { answerMs: 60_000, catchUpMs } },
  });
  await started.service.replica?.worker.drain();
  return started;
}

const lagHeader = 'pimento-replica-lag';

async function exported(caller: TestCaller, headers: Record<string, string> = {}) {
  const answer = await caller.call('GET', '/api/products/v1/products/export', { headers });
  assert.equal(answer.status, 200, answer.text);
  const ids = answer.text.match(/"__ID":"[^"]+"/g)?.map((text) => text.slice(8, -1)) ?? [];
  return { lag: answer.headers.get(lagHeader), ids };
}

async function onReplica(statement: string): Promise<void> {
  const connection = new pg.Client({ connectionString: database.replica });
  await connection.connect();
  await connection.query(statement);
  await connection.end();
}

/** Returns the number of exports by source: `replica`, `primary`, or `fallback` if the replica could not be used. */
async function countExports({ operator }: GatewayWorld): Promise<Record<string, number>> {
  const { text } = await operator.call('GET', '/metrics');
  const counts = text.matchAll(/^pimento_exports_total\{source="(\w+)"\} (\d+)$/gm);
  return Object.fromEntries([...counts].map(([, source, count]) => [source, Number(count)]));
}

test('an export is read from the replica and contains everything that was answered before it', async () => {
  for (const id of ['b', 'c', 'd']) {
    await client.importProducts([{ __ID: id, weight: '2' }]);
    const { lag, ids } = await exported(client);
    assert.equal(lag, '0.0');
    assert.ok(ids.includes(id), id);
  }
  const table = await client.call('GET', '/api/products/v1/export-table?format=csv&sort=-weight');
  assert.equal(table.headers.get(lagHeader), '0.0');
  assert.match(table.text, /^__ID/m);
  assert.deepEqual(await countExports(world), { replica: 4 });
  const { replica } = await ask(world.operator, 'GET', '/console/installation');
  assert.deepEqual(replica, { state: 'ready', lagSeconds: 0 });
});

test('an export shows how far a replica is behind, and reads the database itself on request or if it is too far behind', async () => {
  await using tolerant = await startWorld(database.replica, { maxLagMs: 60_000, catchUpMs: 10 });
  await using strict = await startWorld(database.replica, { maxLagMs: 0, catchUpMs: 10 });
  const tolerantClient = await tolerant.service.key('acme');
  const strictClient = await strict.service.key('acme');
  await onReplica('select pg_wal_replay_pause()');
  try {
    await client.importProducts([{ __ID: 'late' }]);
    const behind = await exported(tolerantClient);
    assert.ok(Number(behind.lag) > 0, String(behind.lag));
    assert.equal(behind.ids.includes('late'), false);
    const fresh = await exported(tolerantClient, { 'cache-control': 'no-cache' });
    assert.deepEqual([fresh.lag, fresh.ids.includes('late')], [null, true]);
    const instead = await exported(strictClient);
    assert.deepEqual([instead.lag, instead.ids.includes('late')], [null, true]);
    assert.deepEqual(await countExports(strict), { fallback: 1 });
    const { replica } = await ask(strict.operator, 'GET', '/console/installation');
    assert.equal(replica.state, 'behind');
    // a definition that the replica does not have yet causes no error
    await client.importProducts([{ __ID: 'named', brand: 'new' }]);
    const answer = await tolerantClient.call('GET', '/api/products/v1/products/export?where=brand%3Dnew');
    assert.deepEqual([answer.status, answer.text.includes('"named"')], [200, true], answer.text);
    assert.equal(answer.headers.get(lagHeader), null);
    const unknown = await tolerantClient.call('GET', '/api/products/v1/products/export?where=unheard%3D1');
    assert.equal(unknown.status, 400);
    assert.deepEqual(await countExports(tolerant), { replica: 1, primary: 1, fallback: 2 });
  } finally {
    await onReplica('select pg_wal_replay_resume()');
  }
});

test('an export is read from the database if its own connection leads to a replica that is behind the measured one', async () => {
  const faults: unknown[] = [];
  const replica: Replica = {
    connectionString: database.replica,
    status: { state: 'ready', lagMs: 0 },
    worker: createWorker(
      { clock: systemClock, log, role: 'api' },
      { name: 'none', everyMs: 1, next: async () => false },
    ),
    choose: async () => ({ lagMs: 0, position: 'FFFFFFFF/0' }),
    reportFault: (error) => faults.push(error),
    [Symbol.asyncDispose]: async () => undefined,
  };
  await using exporter = createExporter({ connectionString: database.primary, log, replica });
  const { lagMs, stream } = await exporter.open(clientIdOf('acme'), { query: {} });
  assert.match(await text(stream), /"__ID":"a"/);
  assert.equal(lagMs, undefined);
  assert.match(String(faults), /^Error: the database that was read is further behind/);
});

test('a database that is no replica is not read', async () => {
  await using other = await startWorld(database.primary, { maxLagMs: 60_000, catchUpMs: 10 });
  const { lag, ids } = await exported(await other.service.key('acme'));
  assert.deepEqual([lag, ids.includes('a')], [null, true]);
  const { replica } = await ask(other.operator, 'GET', '/console/installation');
  assert.deepEqual(replica, { state: 'unrelated', lagSeconds: null });
});

test('when the replica goes away, exports are read from the database', async () => {
  assert.equal((await exported(client)).lag, '0.0');
  await database.stopReplica();
  for (let round = 0; round < 3; round += 1) {
    const { lag, ids } = await exported(client);
    assert.deepEqual([lag, ids.includes('a')], [null, true]);
  }
  const { replica } = await ask(world.operator, 'GET', '/console/installation');
  assert.equal(replica.state, 'away');
  assert.equal((await countExports(world))['fallback'], 3);
});
