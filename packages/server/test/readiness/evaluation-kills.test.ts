import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { startEvaluationThread } from '../../src/readiness/thread/evaluation-thread-runner.ts';
import { ask, type GatewayWorld, startGatewayWorld } from '../channels/gateway-world.ts';
import type { TestCaller } from '../test-service.ts';
import { evaluatedFromNothing, publishMapping, publishStandard, storedOutcomes, talliesOf } from './readiness-world.ts';

const text = { id: 'string' as const };
const standardWith = (maxLength: number) => ({
  attributes: [
    {
      id: 'title',
      name: 'Title',
      type: text,
      requirement: 'required' as const,
      restriction: { parameters: { maxLength } },
    },
    { id: 'image', name: 'Image', type: { id: 'asset' as const } },
    { id: 'weight', name: 'Weight', type: { id: 'decimal' as const } },
  ],
});
const mappings = ['title', 'upper(title)', 'join(" ", title, weight)', 'title & missing'].map((value) => ({
  targets: [
    { target: 'title', value },
    { target: 'weight', value: 'weight' },
    { target: 'image', value: 'PRIMARY_ASSET' },
  ],
}));

let world: GatewayWorld;
let adapter: TestCaller;
let client: TestCaller;

before(async () => {
  world = await startGatewayWorld();
  adapter = await world.adapter('shop');
  client = await world.service.client('killed');
  await client.define([
    { id: 'title', name: 'title', type: text },
    { id: 'weight', name: 'weight', type: { id: 'decimal' } },
  ]);
  await world.connect(client, adapter, 'shop');
  await publishStandard(adapter, 'shop', standardWith(5));
  await publishMapping(world, client, 'shop', mappings[0]!);
});
after(() => world[Symbol.asyncDispose]());

const base = '/api/channels/v1/channels/shop/readiness';
const productId = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const value = fc.constantFrom('', 'x', 'some', 'longer title', '1.5');
const action = fc.oneof(
  fc.record({ kind: fc.constant('import' as const), productId, title: value, weight: fc.constantFrom('', '1', '2.5') }),
  fc.record({ kind: fc.constant('asset' as const), productId, asset: fc.constantFrom('p', 'q') }),
  fc.record({ kind: fc.constant('upload' as const), asset: fc.constantFrom('p', 'q') }),
  fc.record({ kind: fc.constant('delete' as const), productId }),
  fc.record({ kind: fc.constant('override' as const), productId, value: fc.constantFrom('x', null) }),
  fc.record({ kind: fc.constant('mapping' as const), index: fc.nat(mappings.length - 1) }),
  fc.record({ kind: fc.constant('standard' as const), maxLength: fc.constantFrom(1, 5, 50) }),
  fc.record({ kind: fc.constant('units' as const), unit: fc.constantFrom('kg', 'lb') }),
  fc.record({ kind: fc.constant('kill' as const) }),
);
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;

async function perform(one: Action): Promise<void> {
  switch (one.kind) {
    case 'import':
      await client.importProducts([{ __ID: one.productId, title: one.title, weight: one.weight }]);
      return;
    case 'asset':
      await client.importProducts([{ __ID: one.productId, PRIMARY_ASSET: one.asset }]);
      return;
    case 'upload': {
      const form = new FormData();
      form.append('file', new Blob(['text']), 'a.txt');
      const body = new Uint8Array(await new Response(form).arrayBuffer());
      const type = new Response(form).headers.get('content-type') ?? '';
      await client.call('POST', `/api/assets/v1/assets?assetId=${one.asset}`, {
        headers: { 'content-type': type },
        body,
      });
      return;
    }
    case 'delete':
      await client.call('DELETE', `/api/products/v1/products/${one.productId}`);
      return;
    case 'override':
      await client.call('PUT', `${base}/products/${one.productId}/overrides`, {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ values: { title: one.value } }),
      });
      return;
    case 'mapping':
      await publishMapping(world, client, 'shop', mappings[one.index]!);
      return;
    case 'standard':
      await publishStandard(adapter, 'shop', standardWith(one.maxLength));
      return;
    case 'units':
      await client.define([{ id: 'weight', name: 'weight', type: { id: 'decimal' }, units: [one.unit] }]);
      return;
    case 'kill':
      await killStep();
  }
}

/**
 * Starts a step in a thread of its own. Kills the thread after 50 ms, usually in the middle of the step, and then the busy database
 * connections of all evaluation threads.
 */
async function killStep(): Promise<void> {
  const { connectionString, database } = world.service;
  const thread = startEvaluationThread({ connectionString });
  const step = thread.run('step', undefined).catch(() => undefined);
  await Promise.race([step, sql`select pg_sleep(0.05)`.execute(database)]);
  await thread[Symbol.asyncDispose]();
  await sql`
    select pg_terminate_backend(pid)
    from pg_stat_activity
    where datname = current_database() and application_name = 'pimento readiness' and state <> 'idle'`.execute(
    database,
  );
}

/** Counts the products by outcome, with the keys of the tallies. */
function counted(stored: Awaited<ReturnType<typeof storedOutcomes>>): Record<string, number> {
  const outcomes = Map.groupBy(stored.values(), ({ outcome }) => `outcome ${outcome}`);
  return Object.fromEntries(Array.from(outcomes, ([name, products]) => [name, products.length]));
}

async function drain(): Promise<void> {
  // A killed connection fails the run to which it belonged. The next run repeats the step.
  await world.service.evaluations.drain().catch(() => world.service.evaluations.drain());
}

test('after any changes and kills of the worker, every evaluation equals one from nothing, and the counts are right', async () => {
  const property = fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 10 }), async (actions) => {
    for (const one of actions) await perform(one);
    // A product is shown as `checking` until its evaluation is current.
    const truth = await evaluatedFromNothing(world, client, 'shop');
    const { pending } = await ask(client, 'GET', base);
    const { products } = await ask(client, 'GET', `${base}/products`);
    if (pending === 0) for (const { productId: id, outcome } of products) assert.equal(outcome, truth.get(id)?.outcome);
    await drain();
    const stored = await storedOutcomes(world, client, 'shop');
    assert.deepEqual(stored, await evaluatedFromNothing(world, client, 'shop'));
    const tallies = Object.entries(await talliesOf(world, client, 'shop')).filter(([name]) =>
      name.startsWith('outcome'),
    );
    assert.deepEqual(Object.fromEntries(tallies), counted(stored));
    const listed = await ask(client, 'GET', `${base}/products`);
    assert.deepEqual(
      listed.products.map(({ outcome }: { outcome: string }) => outcome),
      Array.from(stored.values(), ({ outcome }) => outcome),
    );
  });
  await fc.assert(property, { numRuns: 12, endOnFailure: true });
});
