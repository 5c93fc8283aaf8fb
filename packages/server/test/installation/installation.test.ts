import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { listNodes } from '../../src/installation/node-views.ts';
import { countHiddenConnections } from '../../src/installation/statement-views.ts';
import { type Database, openDatabase } from '../../src/platform/index.ts';
import { formOf } from '../assets/asset-server.ts';
import { ask, type GatewayWorld, send, startGatewayWorld } from '../channels/gateway-world.ts';
import { createExternalDatabase } from '../move/external-database.ts';

let world: GatewayWorld;
before(async () => {
  world = await startGatewayWorld();
});
after(() => world[Symbol.asyncDispose]());

const read = () => ask(world.operator, 'GET', '/console/installation');

/** Waits until a program has been running a statement for more than a second. */
async function untilLong(database: Database, program: string): Promise<void> {
  for (let isLong = false; !isLong;) {
    const { rows } = await sql<{ isLong: boolean }>`
      select pg_sleep(0.1), exists (
        select from pg_stat_activity
        where application_name = ${program} and state = 'active' and query_start < clock_timestamp() - interval '1.1 s'
      ) as "isLong"`.execute(database);
    isLong = rows[0]?.isLong ?? true;
  }
}

test('operators see processes, waiting work and long statements, whose text contains no values', async () => {
  const { connectionString, database } = world.service;
  await sql`
    insert into node (node_id, host, process, role, version, started_at, seen_at, workers)
    values (gen_random_uuid(), 'gone', 7, 'worker', '0.0.1', now() - interval '1 day', now() - interval '1 hour', '[]')`.execute(
    database,
  );
  await using other = openDatabase({ connectionString, max: 1, name: 'a report', onError: () => undefined });
  const running = sql`select pg_sleep(60), 'a secret', 4711, ${'parameter'}::text`.execute(other.kysely);
  const ended = assert.rejects(running);
  const adapter = await world.adapter('shop');
  const client = await world.service.client('acme');
  await client.importProducts([{ __ID: 'P' }]);
  await world.connect(client, adapter, 'shop');
  await ask(client, 'POST', '/api/submit/v1/channels/shop/products', ['P'], 202);
  await untilLong(database, 'a report');
  const found = await read();
  await sql`select pg_cancel_backend(pid) from pg_stat_activity where application_name = 'a report'`.execute(database);
  await ended;
  const [own, gone] = found.processes;
  assert.equal(own.isThis, true);
  assert.equal(own.isAlive, true);
  assert.equal(own.role, 'all');
  assert.equal(own.pid, process.pid);
  assert.deepEqual([gone.host, gone.isAlive, gone.isThis, gone.version], ['gone', false, false, '0.0.1']);
  assert.equal(found.backlog.unreadEvents, 1);
  assert.ok(found.backlog.oldestEventSeconds > 0);
  assert.deepEqual(
    found.adapters.map(({ adapterId }: { adapterId: string }) => adapterId),
    ['shop'],
  );
  const [statement] = found.statements.filter(({ program }: { program: string }) => program === 'a report');
  assert.equal(statement.text, 'select pg_sleep(?), ?, ?, $1::text');
  assert.equal(statement.state, 'running');
  assert.ok(statement.seconds > 1);
  assert.equal(found.hiddenConnections, 0);
});

test('connections whose statements the database role may not see are counted', async () => {
  await using external = await createExternalDatabase();
  const { connectionString } = external;
  const admin = new URL(process.env['PIMENTO_TEST_DATABASE_URL'] ?? '');
  admin.pathname = `/${external.name}`;
  const common = { max: 1, onError: () => undefined };
  await using own = openDatabase({ ...common, connectionString, name: 'own' });
  await using other = openDatabase({ ...common, connectionString: admin.href, name: 'other' });
  await sql`select 1`.execute(other.kysely);
  assert.ok((await countHiddenConnections(own.kysely)) >= 1);
  await sql`grant pg_read_all_stats to ${sql.id(external.name)}`.execute(other.kysely);
  assert.equal(await countHiddenConnections(own.kysely), 0);
});

test('a process lists the last run of each of its workers while it runs, and is not listed after it has stopped', async () => {
  await using other = await startGatewayWorld();
  const { database, connectionString } = other.service;
  const [node] = await listNodes(database);
  assert.ok(node?.workers.some(({ name, ranAt, failures }) => name !== '' && ranAt !== null && failures === 0));
  await other.service.stop();
  await using afterwards = openDatabase({ connectionString, max: 1, name: 'test', onError: () => undefined });
  assert.deepEqual(await listNodes(afterwards.kysely), []);
});

test('what clients store is listed page by page, largest first, in two orders', async () => {
  const { service, operator } = world;
  const many = await service.client('many');
  await many.importProducts(Array.from({ length: 30 }, (_, index) => ({ __ID: `P${index}` })));
  const large = await service.client('large');
  await large.define([
    { id: 'picture', name: 'Picture', compositeAttribute: null, type: { id: 'asset', multiValue: false } },
  ]);
  await large.importProducts([{ __ID: 'P', picture: 'file' }]);
  const bytes = new Uint8Array(100_000).fill(7);
  const { body, type } = formOf([{ bytes, name: 'file.bin' }]);
  const headers = { 'content-type': type };
  const upload = await large.call('POST', '/api/asset/v1/assets/upload?assetId=file', { headers, body });
  assert.ok(upload.status < 300, upload.text);
  // if the worker measured a client before the upload, it would measure the client again only after five minutes
  await sql`update client_storage set due_at = now()`.execute(service.database);
  await service.storage.drain();

  const pages = async (sort: string) => {
    const listed: Record<string, unknown>[] = [];
    for (let next: string | null = ''; next !== null;) {
      const start: string = next === '' ? '' : `&startingAfter=${next}`;
      const page = await ask(operator, 'GET', `/console/installation/clients?sort=${sort}&limit=1${start}`);
      listed.push(...page.clients);
      ({ next } = page);
    }
    return listed;
  };
  const byBytes = await pages('bytes');
  assert.deepEqual(
    byBytes.map(({ clientId }) => clientId),
    ['large', 'many', 'acme'],
  );
  assert.equal(byBytes[0]?.['fileBytes'], 100_000);
  assert.equal(byBytes[0]?.['files'], 1);
  assert.equal(byBytes[1]?.['products'], 30);
  assert.ok(Number(byBytes[1]?.['productBytes']) > 30 * 50);
  assert.deepEqual(
    (await pages('products')).map(({ clientId, products }) => [clientId, products]),
    [
      ['many', 30],
      ['acme', 1],
      ['large', 1],
    ],
  );
  const { next } = await ask(operator, 'GET', '/console/installation/clients?limit=1');
  const other = await send(operator, 'GET', `/console/installation/clients?sort=products&startingAfter=${next}`);
  assert.equal(other.status, 400);
  assert.equal(other.body.code, 'invalid-parameter');
});
