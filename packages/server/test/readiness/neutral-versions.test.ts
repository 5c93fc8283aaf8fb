import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { DataStandard } from '@pimento/contract';
import { sql } from 'kysely';
import { ask, type GatewayWorld, startGatewayWorld } from '../channels/gateway-world.ts';
import type { TestCaller } from '../test-service.ts';
import { evaluatedFromNothing, publishMapping, publishStandard, storedOutcomes } from './readiness-world.ts';

const text = { id: 'string' as const };
const title = {
  id: 'title',
  name: 'Title',
  type: text,
  requirement: 'required' as const,
  restriction: { parameters: { maxLength: 5 } },
};
const color = { id: 'color', name: 'Color', type: text, restriction: { valueList: 'colors' } };
const sku = {
  id: 'sku',
  name: 'SKU',
  type: text,
  restriction: { parameters: { maxLength: 40 } },
  defaultFormula: '__ID',
};
const colors = { id: 'colors', values: [{ value: 'Blue', label: 'Blue' }, { value: 'Red' }] };
const pens = { id: 'pens', name: 'Pens', parentId: null };
const first: Partial<DataStandard> = { valueLists: [colors], attributes: [title, color, sku], categories: [pens] };

let world: GatewayWorld;
let adapter: TestCaller;
let client: TestCaller;

before(async () => {
  world = await startGatewayWorld();
  adapter = await world.adapter('shop');
  client = await world.service.client('neutral');
  await client.define([
    { id: 'title', name: 'title', type: text },
    { id: 'color', name: 'color', type: text },
  ]);
  await world.connect(client, adapter, 'shop');
  await client.importProducts([
    { __ID: 'a', title: 'A', color: 'Blue' },
    { __ID: 'b', title: 'longer' },
    { __ID: 'c', color: 'Red' },
  ]);
});
after(() => world[Symbol.asyncDispose]());

/** Publishes a version. Returns the number of evaluations that were written, and the number of passes. */
async function publishes(version: Partial<DataStandard>): Promise<{ written: number; passes: number }> {
  const { database } = world.service;
  const state = async () => {
    const { rows } = await sql<{ rows: string[]; pass: string; ruleset: number }>`
      select
        array_agg(xmin::text || ctid::text order by product_id) as rows,
        (select pass_started_at::text from evaluation_state where channel_id = 'shop') as pass,
        (select max(ruleset_no) from channel_ruleset) as ruleset
      from channel_evaluation`.execute(database);
    return rows[0];
  };
  const before = await state();
  await publishStandard(adapter, 'shop', version);
  await world.service.evaluations.drain();
  const after = await state();
  assert.equal(after?.ruleset, (before?.ruleset ?? 0) + 1, 'the version has a ruleset of its own');
  const fresh = await evaluatedFromNothing(world, client, 'shop');
  assert.deepEqual(await storedOutcomes(world, client, 'shop'), fresh, 'each evaluation equals one from nothing');
  const { pending } = await ask(client, 'GET', '/api/channels/v1/channels/shop/readiness');
  assert.equal(pending, 0);
  const { products } = await ask(client, 'GET', '/api/channels/v1/channels/shop/readiness/products');
  assert.ok(products.every(({ outcome }: { outcome: string }) => outcome !== 'checking'));
  const written = (after?.rows ?? []).filter((row) => !before?.rows.includes(row)).length;
  return { written, passes: before?.pass === after?.pass ? 0 : 1 };
}

const neutral = { written: 0, passes: 0 };

test('a version that can change no outcome and no output evaluates nothing', async () => {
  await publishStandard(adapter, 'shop', first);
  await publishMapping(world, client, 'shop', {
    category: { otherwise: 'pens' },
    targets: [
      { target: 'title', value: 'title' },
      { target: 'color', value: 'color' },
    ],
  });
  await world.service.evaluations.drain();
  const renamed = { ...first, attributes: [{ ...title, name: 'Heading', description: 'Shown first' }, color, sku] };
  assert.deepEqual(await publishes(renamed), neutral);
  const ordered = { ...first, attributes: [color, title, sku], release: '2' };
  assert.deepEqual(await publishes(ordered), neutral);
  const size = { id: 'size', name: 'Size', type: text };
  const wider = { ...sku, restriction: { parameters: { maxLength: 50 } } };
  const added = { ...first, attributes: [title, color, wider, size] };
  assert.deepEqual(await publishes(added), neutral);
  const listed = { ...colors, values: [...colors.values, { value: 'Green' }] };
  const larger = { ...added, valueLists: [listed], categories: [pens, { id: 'ink', name: 'Ink', parentId: 'pens' }] };
  assert.deepEqual(await publishes(larger), neutral);
});

test('a version that can change an outcome or an output evaluates all products', async () => {
  const size = { id: 'size', name: 'Size', type: text };
  const versions: [string, Partial<DataStandard>][] = [
    ['a looser limit that a product breaks', { ...first, attributes: [{ ...title, restriction: {} }, color, sku] }],
    ['a tighter limit', first],
    [
      'a target with a default formula',
      { ...first, attributes: [title, color, sku, { ...size, defaultFormula: '__ID' }] },
    ],
    ['a recommended target', { ...first, attributes: [title, color, sku, { ...size, requirement: 'recommended' }] }],
    ['a renamed category, which formulas can read', { ...first, categories: [{ ...pens, name: 'Pencils' }] }],
    ['the first leaf', { ...first, categories: [pens, { id: 'ink', name: 'Ink', parentId: 'pens', leaf: true }] }],
    ['a rule', { ...first, rules: [{ id: 'r', forbid: ['color'], when: 'title = "A"' }] }],
  ];
  for (const [name, version] of versions) assert.equal((await publishes(version)).passes, 1, name);
});
