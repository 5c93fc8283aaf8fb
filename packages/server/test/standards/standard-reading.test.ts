import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ask, send } from '../channels/gateway-world.ts';
import { jsonSchemaOf } from '../../src/standards/export/json-schema.ts';
import { judgeStandard } from '../../src/standards/judge/standard-judgement.ts';
import { readJsonSource } from '../../src/standards/read/json-source.ts';
import type { TestCaller } from '../test-service.ts';
import { exampleStandard } from './example-standard.ts';
import { publish, type StandardWorld, startStandardWorld } from './standard-world.ts';

let standards: StandardWorld;
let client: TestCaller;
before(async () => {
  standards = await startStandardWorld();
  client = await standards.world.service.client('reader');
  await publish(standards.shop);
});
after(() => standards[Symbol.asyncDispose]());

const path = '/api/datastandards/v1/datastandards/shop';
const idsOf = (items: { id: string }[]) => items.map(({ id }) => id);

test('A client reads the data standard of a channel that it may see.', async () => {
  assert.deepEqual(await ask(client, 'GET', path), exampleStandard());
  assert.equal((await send(client, 'GET', '/api/datastandards/v1/datastandards/other')).body.code, 'unknown-standard');
  assert.equal((await send(client, 'GET', '/api/datastandards/v1/datastandards/none')).body.code, 'unknown-standard');
  assert.equal((await send(client, 'GET', `${path}?version=7`)).body.code, 'unknown-standard');
});

test('The data standard of a private channel is unknown to other clients.', async () => {
  const { world, shop } = standards;
  const stranger = await world.service.client('stranger');
  const channel = { channelId: 'private', adapterId: 'shop', name: 'Private', clientIds: ['reader'] };
  await ask(world.operator, 'POST', '/console/channels', channel, 201);
  await publish(shop, exampleStandard(), { path: '/external/channels/private/standard' });
  const address = '/api/datastandards/v1/datastandards/private';
  for (const part of [
    '',
    '/head',
    '/rules',
    '/value-lists',
    '/attributes',
    '/categories',
    '/value-lists/availability',
    '/versions',
    '/changes?from=1&to=1',
  ]) {
    assert.equal((await send(client, 'GET', address + part)).status, 200, part);
    assert.equal((await send(stranger, 'GET', address + part)).body.code, 'unknown-standard', part);
  }
});

test('Attributes are listed page by page in the order of the standard, and found by a part of the name.', async () => {
  const listed: string[] = [];
  let query = '?limit=4';
  for (;;) {
    const page = await ask(client, 'GET', `${path}/attributes${query}`);
    listed.push(...page.attributes.map((one: { path: string }) => one.path));
    if (!page.hasMore) break;
    query = `?limit=4&startingAfter=${page.next}`;
  }
  assert.equal(listed.length, 15);
  assert.deepEqual(listed.slice(11, 14), [
    'product_detail',
    'product_detail/attribute_name',
    'product_detail/attribute_value',
  ]);
  const found = await ask(client, 'GET', `${path}/attributes?text=PRICE`);
  assert.deepEqual(idsOf(found.attributes), ['price', 'sale_price']);
  assert.equal((await send(client, 'GET', `${path}/attributes?startingAfter=nonsense`)).status, 400);
});

test('The head is read without items, with its version.', async () => {
  const { version, head } = await ask(client, 'GET', `${path}/head`);
  assert.deepEqual([version.version, version.state, version.counts.rules], [1, 'current', 3]);
  const { valueLists: _, attributes: __, categories: ___, rules: ____, ...expected } = exampleStandard();
  assert.deepEqual(head, expected);
  assert.equal((await send(client, 'GET', `${path}/head?version=7`)).body.code, 'unknown-standard');
});

test('Rules and value lists are listed page by page; value lists without their values.', async () => {
  const first = await ask(client, 'GET', `${path}/rules?limit=2`);
  const rest = await ask(client, 'GET', `${path}/rules?limit=2&startingAfter=${first.next}`);
  assert.deepEqual([...first.rules, ...rest.rules], exampleStandard().rules);
  assert.equal(rest.hasMore, false);
  assert.deepEqual((await ask(client, 'GET', `${path}/value-lists?text=AVAIL`)).valueLists, [{ id: 'availability' }]);
  assert.deepEqual((await ask(client, 'GET', `${path}/value-lists?text=nothing`)).valueLists, []);
});

test('Categories are listed by parent, with their path and whether products can have them.', async () => {
  const top = await ask(client, 'GET', `${path}/categories?topLevel=true`);
  assert.deepEqual(idsOf(top.categories), ['root']);
  const children = await ask(client, 'GET', `${path}/categories?parentId=root`);
  assert.deepEqual(
    children.categories.map(({ id, path: way, isAssignable, hasChildren }: Record<string, unknown>) => ({
      id,
      way,
      isAssignable,
      hasChildren,
    })),
    [
      { id: '166', way: ['All', 'Apparel'], isAssignable: false, hasChildren: true },
      { id: '53', way: ['All', 'Gift cards'], isAssignable: true, hasChildren: false },
    ],
  );
  const found = await ask(client, 'GET', `${path}/categories?text=cloth`);
  assert.deepEqual(found.categories[0].path, ['All', 'Apparel', 'Clothing']);
});

test('Values are listed and found by value and label.', async () => {
  const all = await ask(client, 'GET', `${path}/value-lists/availability?limit=2`);
  assert.deepEqual(all.values[0], { value: 'in_stock', label: 'In stock', synonyms: ['available', 'lieferbar'] });
  assert.equal(all.hasMore, true);
  const rest = await ask(client, 'GET', `${path}/value-lists/availability?limit=2&startingAfter=${all.next}`);
  assert.deepEqual([rest.values, rest.hasMore], [[{ value: 'preorder', label: 'Preorder' }], false]);
  const found = await ask(client, 'GET', `${path}/value-lists/availability?text=OUT%20of`);
  assert.equal(found.values[0].value, 'out_of_stock');
  assert.equal((await send(client, 'GET', `${path}/value-lists/colors`)).body.code, 'unknown-standard');
});

test('Differences of two versions are listed page by page with their class.', async () => {
  const { shop } = standards;
  const changed = exampleStandard();
  changed.release = '2026-12';
  changed.attributes.push({ id: 'color', name: 'Color', type: { id: 'string' }, requirement: 'required' });
  changed.attributes.splice(6, 1, { id: 'brand', name: 'Brand', type: { id: 'string' }, requirement: 'recommended' });
  changed.attributes.splice(14, 1);
  changed.categories.splice(1, 1, { id: '166', name: 'Apparel', parentId: 'root' });
  changed.rules.splice(0, 1, { ...changed.rules[0], message: 'Another sentence.' });
  Object.assign(changed.valueLists[0] ?? {}, { values: [{ value: 'in_stock' }] });
  await publish(shop, changed);
  const listed: string[] = [];
  let query = '?from=1&to=2&limit=3';
  for (;;) {
    const page = await ask(client, 'GET', `${path}/changes${query}`);
    listed.push(
      ...page.changes.map(
        (one: Record<string, string>) => `${one['change']} ${one['kind']} ${one['id']} ${one['class']}`,
      ),
    );
    if (!page.hasMore) break;
    query = `?from=1&to=2&limit=3&startingAfter=${page.next}`;
  }
  assert.deepEqual(listed, [
    'changed head  harmless',
    'changed attribute brand warning',
    'added attribute color breaking',
    'removed attribute size idle',
    'changed category 166 idle',
    'changed rule identifier harmless',
    'changed value in_stock harmless',
    'removed value out_of_stock breaking',
    'removed value preorder breaking',
  ]);
});

test('The JSON Schema has nesting, limits, lists and conditions, and names what it leaves out.', async () => {
  const schema = await ask(client, 'GET', `${path}?version=1&format=jsonschema`);
  assert.deepEqual(schema.required, ['id', 'title', 'price', 'availability', 'image_link']);
  assert.deepEqual(schema.properties.title, { title: 'Title', type: 'string', maxLength: 150 });
  assert.equal(schema.properties.availability.$ref, '#/$defs/availability');
  assert.deepEqual(schema.$defs.availability, { enum: ['in_stock', 'out_of_stock', 'preorder'] });
  assert.equal(schema.properties.product_detail.maxItems, 100);
  assert.deepEqual(schema.properties.product_detail.items.required, ['attribute_name', 'attribute_value']);
  const conditions = schema.allOf.map((one: Record<string, unknown>) => [one['if'], one['then']]);
  assert.deepEqual(conditions, [
    [{ required: ['brand'] }, { anyOf: [{ required: ['gtin'] }, { required: ['mpn'] }] }],
    [
      { properties: { availability: { const: 'preorder' } }, required: ['availability'] },
      { allOf: [{ required: ['availability_date'] }] },
    ],
  ]);
  assert.deepEqual(
    schema['x-not-exported'].map((one: { target?: string; rule?: string }) => one.target ?? one.rule ?? 'categories'),
    ['sale-below-price', 'price', 'shipping_weight', 'image_link', 'product_detail', 'categories'],
  );
});

test('The JSON Schema names each restriction of a number or a truth value that it leaves out.', () => {
  const standard = exampleStandard();
  const patterns = [{ pattern: '^1' }];
  standard.attributes = [
    {
      id: 'count',
      name: 'Count',
      type: { id: 'integer' },
      output: { as: 'number' },
      restriction: { patterns, listOfValues: [{ value: '1' }, { value: '12' }] },
    },
    {
      id: 'step',
      name: 'Step',
      type: { id: 'integer' },
      output: { as: 'number' },
      restriction: { valueList: 'steps' },
    },
    { id: 'new', name: 'New', type: { id: 'boolean' }, restriction: { patterns, parameters: { maxLength: 4 } } },
  ];
  standard.valueLists = [{ id: 'steps', values: [{ value: '1' }] }];
  const document = { ...standard, primaryAttributes: undefined, categories: [], rules: [] };
  const verdict = judgeStandard(readJsonSource(document), new Date(0));
  assert.ok('standard' in verdict, 'problems' in verdict ? JSON.stringify(verdict.problems) : '');
  assert.deepEqual(jsonSchemaOf(verdict.standard)['x-not-exported'], [
    { target: 'count', parts: ['listOfValues', 'patterns'] },
    { target: 'step', parts: ['valueList'] },
    { target: 'new', parts: ['maxLength', 'patterns'] },
  ]);
});
