import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import type { TestCaller } from '../test-service.ts';
import { ask, type GatewayWorld, send, startGatewayWorld } from '../channels/gateway-world.ts';
import { connectClients } from './connected-client.ts';

let world: GatewayWorld;
let adapter: TestCaller;
before(async () => {
  world = await startGatewayWorld({ databasePool: 6 });
  adapter = await world.adapter('shop');
});
after(() => world[Symbol.asyncDispose]());

const connected = connectClients(
  () => world,
  () => adapter,
);
const submitPath = '/api/submit/v1/channels/shop/products';

test('While a stream is locked, submits to it are refused in time, and all other calls are answered as usual.', async () => {
  const { database } = world.service;
  const { rows } = await sql<{ settings: string[] }>`
    select pg_proc.proconfig as settings from pg_proc where pg_proc.proname = 'append_events'`.execute(database);
  assert.ok(rows[0]?.settings.includes('lock_timeout=4s'), String(rows[0]?.settings));
  await sql`alter function append_events(text, jsonb, timestamptz) set lock_timeout = '300ms'`.execute(database);
  const first = await connected('first', [{ __ID: 'a' }]);
  const second = await connected('second', [{ __ID: 'a' }]);
  const other = await world.service.client('other');

  const held = Promise.withResolvers<void>();
  const holding = Promise.withResolvers<void>();
  const lock = database.transaction().execute(async (opened) => {
    await sql`select 1 from stream where stream.adapter_id = 'shop' for update`.execute(opened);
    holding.resolve();
    await held.promise;
  });
  await holding.promise;
  const submits = [first, second].flatMap(({ client }) =>
    Array.from({ length: 7 }, () => send(client, 'POST', submitPath, ['a'])),
  );
  let isOver = false;
  const refused = Promise.all(submits).finally(() => {
    isOver = true;
  });
  let calls = 0;
  for (; !isOver; calls += 1) {
    assert.equal((await other.importProducts([{ __ID: String(calls) }], '?origin=edit')).status, 200);
    await ask(other, 'GET', '/api/products/v1/products');
    await ask(other, 'GET', '/readyz');
  }
  assert.ok(calls > 3, `only ${calls} rounds of calls while the stream was locked`);
  for (const { status, body, headers } of await refused) {
    assert.deepEqual([status, body.code, body.params.kind], [503, 'unavailable', 'locked']);
    assert.ok(headers.get('retry-after') !== null);
  }
  held.resolve();
  await lock;
  assert.equal((await first.submit(['a'])).submitted, 1);
});
