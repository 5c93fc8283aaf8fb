import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { pino } from 'pino';
import { readEditedOutcomes } from '../../src/readiness/reports/edited-outcome-service.ts';
import { lockClientEvaluations } from '../../src/readiness/evaluations/change-store.ts';
import { clientIdOf, createLog, openDatabase, transaction } from '../../src/platform/index.ts';
import { ask, type GatewayWorld, startGatewayWorld } from '../channels/gateway-world.ts';
import type { TestCaller } from '../test-service.ts';
import { publishMapping, publishStandard, storedOutcomes } from './readiness-world.ts';

const text = { id: 'string' as const };
let world: GatewayWorld;
let client: TestCaller;

before(async () => {
  world = await startGatewayWorld();
  const adapter = await world.adapter('shop');
  client = await world.service.client('edited');
  await client.define([{ id: 'title', name: 'title', type: text }]);
  await publishStandard(adapter, 'shop', {
    attributes: [{ id: 'title', name: 'Title', type: text, requirement: 'required' }],
  });
  await world.connect(client, adapter, 'shop');
});
after(() => world[Symbol.asyncDispose]());

const edit = async (product: object) => (await client.importProducts([product], '?origin=edit')).body;

test('an edit of a client without a mapping has no outcomes', async () => {
  const report = await edit({ __ID: 'a', title: 'A' });
  assert.equal(report.created, 1);
  assert.equal('readiness' in report, false);
});

test('the answer to an edit has the new outcome on each channel, and stores none', async () => {
  const { service } = world;
  await publishMapping(world, client, 'shop', { targets: [{ target: 'title', value: 'title' }] });
  await service.evaluations.drain();
  await ask(client, 'GET', '/api/channels/v1/channels/shop/readiness/products/a');
  const shop = { channelId: 'shop', channelName: 'shop' };
  await transaction(service.database, async (opened) => {
    // Nothing is evaluated in the background while this lock is held.
    await lockClientEvaluations(opened, clientIdOf(client.clientId));
    const emptied = await edit({ __ID: 'a', title: null });
    assert.deepEqual(emptied.readiness, [{ ...shop, outcome: 'incomplete', missing: 1, errors: 1, warnings: 0 }]);
    const created = await edit({ __ID: 'b', title: 'B' });
    assert.deepEqual(created.readiness, [{ ...shop, outcome: 'ready', missing: 0, errors: 0, warnings: 0 }]);
    const stored = await storedOutcomes(world, client, 'shop');
    assert.deepEqual(
      [...stored.values()].map(({ productId, outcome }) => [productId, outcome]),
      [['a', 'ready']],
    );
  });
  const repeated = await client.importProducts([{ __ID: 'b', title: 'B' }]);
  assert.equal('readiness' in repeated.body, false, 'an import has none');
  const rejected = await edit({ __ID: 'b', title: { not: 'a text' } });
  assert.deepEqual([rejected.rejected, 'readiness' in rejected], [1, false]);
});

test('an evaluation that fails or takes too long leaves the outcome at checking', async () => {
  const { database } = world.service;
  const edited = { clientId: clientIdOf(client.clientId), productId: 'a' };
  const log = createLog('silent');
  const checking = [
    { channelId: 'shop', channelName: 'shop', outcome: 'checking', missing: 0, errors: 0, warnings: 0 },
  ];
  const never = { run: () => new Promise<never>(() => undefined) };
  assert.deepEqual(await readEditedOutcomes({ database, log, evaluations: never }, edited), checking);
  const failing = { run: () => Promise.reject(new Error('the evaluation thread has ended')) };
  assert.deepEqual(await readEditedOutcomes({ database, log, evaluations: failing }, edited), checking);
});

test('an error of the database after an edit was stored leaves out the outcomes, and is logged', async () => {
  const none = { connectionString: 'postgresql://127.0.0.1:1/none', max: 1, name: 'test', onError: () => undefined };
  const { kysely: database, close } = openDatabase(none);
  await close();
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  const never = { run: () => new Promise<never>(() => undefined) };
  const edited = { clientId: clientIdOf(client.clientId), productId: 'a' };
  assert.equal(await readEditedOutcomes({ database, log, evaluations: never }, edited), undefined);
  assert.deepEqual(
    lines.map((line) => typeof JSON.parse(line).err.stack),
    ['string'],
  );
});
