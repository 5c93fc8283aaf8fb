import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { composite, scalar } from './definition-samples.ts';
import { listHistory, getJudgedVersion, getProduct, startDefinitionServer } from './definition-server.ts';

const server = await startDefinitionServer();
after(() => server[Symbol.asyncDispose]());

const typed = (id: string, type: string, more: object = {}) =>
  scalar(id, null, { type: { id: type, multiValue: false }, ...more });
const several = (id: string, parent: string | null = null) =>
  scalar(id, parent, { type: { id: 'string', multiValue: true } });

test('A type, a restriction or both can change if all stored values fit; no product is written.', async () => {
  const caller = await server.client('fits');
  await caller.import([
    { __ID: '1', weight: '10.50' },
    { __ID: '2', weight: '3', other: 'x' },
    { __ID: '3', other: 'abc' },
  ]);
  const before = await getProduct(server.database, 'fits', '1');
  const version = await getJudgedVersion(server.database, 'fits');
  const answer = await caller.put([typed('weight', 'decimal', { restriction: { parameters: { minValue: '3' } } })]);
  assert.deepEqual([answer.status, answer.body.updated], [200, 1]);
  assert.equal(await getJudgedVersion(server.database, 'fits'), version + 1);
  assert.deepEqual(await getProduct(server.database, 'fits', '1'), before);
  assert.deepEqual(await listHistory(server.database, 'fits', '1'), []);
  const refused = await caller.import([{ __ID: '1', weight: '2.99' }]);
  assert.equal(refused.body.errors[0].code, 'below-minimum');
  assert.equal((await caller.put([typed('weight', 'string', { restriction: null })])).status, 200);
});

test('A change that stored values do not fit is refused with their number and samples, and nothing is stored.', async () => {
  const caller = await server.client('misfits');
  const products = Array.from({ length: 450 }, (_, index) => ({
    __ID: String(index).padStart(3, '0'),
    weight: index % 2 === 0 ? String(index) : `${index} kg`,
    note: 'a'.repeat(index),
  }));
  await caller.import(products);
  const version = await getJudgedVersion(server.database, 'misfits');
  const answer = await caller.put([
    scalar('new'),
    typed('weight', 'decimal'),
    typed('note', 'string', { restriction: { parameters: { maxLength: 448 } } }),
  ]);
  assert.equal(answer.status, 409);
  assert.equal(answer.body.code, 'values-do-not-fit');
  assert.equal(answer.body.count, 225);
  assert.equal(answer.body.samples.length, 20);
  assert.deepEqual(answer.body.samples[1], {
    productId: '003',
    path: '/weight',
    value: '3 kg',
    code: 'not-a-decimal',
    reason: 'Attribute "weight": the value "3 kg" is not a decimal number such as 12 or -0.5',
    params: { attribute: 'weight', value: '3 kg' },
  });
  assert.deepEqual(answer.body.errors, [
    {
      code: 'values-do-not-fit',
      path: '/1',
      message: 'values of "weight" in 225 products do not fit the changed definition',
      params: { kind: 'definition', attribute: 'weight', count: 225 },
    },
    {
      code: 'values-do-not-fit',
      path: '/2',
      message: 'values of "note" in 1 product do not fit the changed definition',
      params: { kind: 'definition', attribute: 'note', count: 1 },
    },
  ]);
  assert.equal((await caller.get('new')).status, 404);
  assert.equal((await caller.get('weight')).body.type.id, 'string');
  assert.equal(await getJudgedVersion(server.database, 'misfits'), version);
});

test('A single value becomes a list of one and back; every product that holds it changes and records history.', async () => {
  const caller = await server.client('forms');
  const products = Array.from({ length: 450 }, (_, index) => ({ __ID: `p${index}`, colour: `c${index}`, name: 'x' }));
  await caller.import([...products, { __ID: 'without', name: 'x' }]);
  const without = await getProduct(server.database, 'forms', 'without');
  assert.equal((await caller.put([several('colour')])).status, 200);
  for (const { __ID, colour } of products) {
    const product = await getProduct(server.database, 'forms', __ID);
    assert.deepEqual(product, { values: { colour: [colour], name: 'x' }, fingerprint: null, revision: 2 });
  }
  assert.deepEqual(await listHistory(server.database, 'forms', 'p7'), [
    {
      kind: 'updated',
      actor: caller.actor,
      jobId: null,
      changes: [{ attribute: 'colour', old: 'c7', new: ['c7'] }],
    },
  ]);
  assert.deepEqual(await getProduct(server.database, 'forms', 'without'), without);
  assert.equal((await caller.put([scalar('colour')])).status, 200);
  assert.deepEqual(await getProduct(server.database, 'forms', 'p7'), {
    values: { colour: 'c7', name: 'x' },
    fingerprint: null,
    revision: 3,
  });
  const report = await caller.import(products.slice(0, 3));
  assert.deepEqual([report.body.unchanged, report.body.received], [3, 3]);
});

test('Several values do not fit a single-value attribute, and products before the misfit keep their form.', async () => {
  const caller = await server.client('lists');
  await caller.put([several('tag')]);
  await caller.import([
    { __ID: '1', tag: ['a'] },
    { __ID: '2', tag: ['a', 'b'] },
  ]);
  const answer = await caller.put([scalar('tag')]);
  assert.deepEqual([answer.status, answer.body.count], [409, 1]);
  assert.deepEqual(answer.body.samples, [
    {
      productId: '2',
      path: '/tag',
      value: '["a","b"]',
      code: 'several-values',
      reason: 'Attribute "tag": 2 values do not fit where multiValue is false',
      params: { attribute: 'tag', count: 2 },
    },
  ]);
  assert.deepEqual((await getProduct(server.database, 'lists', '1')).values, { tag: ['a'] });
});

test('Children of composites change in every row at any depth, under their original storage name.', async () => {
  const caller = await server.client('inside');
  const outer = composite('pack');
  const inner = composite('layer', 'pack');
  await caller.put([outer, inner, scalar('code', 'pack/layer'), scalar('code', 'pack')]);
  const pack = (codes: string[]) => [{ code: '1', layer: codes.map((code) => ({ code })) }, { layer: [{ code: '7' }] }];
  await caller.import([
    { __ID: '1', pack: pack(['1', '2']) },
    { __ID: '2', pack: pack(['3', 'x']) },
    { __ID: '3', free: 'x' },
  ]);
  const child = (type: string, multiValue: boolean) =>
    scalar('code', 'pack/layer', { name: 'number', type: { id: type, multiValue } });
  const renamed = await caller.put([child('string', false)]);
  assert.equal(renamed.status, 200, JSON.stringify(renamed.body));
  const refused = await caller.put([child('integer', true)]);
  assert.deepEqual([refused.status, refused.body.count], [409, 1]);
  assert.equal(refused.body.samples[0].path, '/pack/0/layer/1/number');
  assert.equal(refused.body.samples[0].value, 'x');
  await caller.import([{ __ID: '2', pack: [] }]);
  const answer = await caller.put([child('integer', true), several('code', 'pack')]);
  assert.deepEqual([answer.status, answer.body.updated], [200, 2], JSON.stringify(answer.body));
  const { values } = await getProduct(server.database, 'inside', '1');
  assert.deepEqual(values, {
    pack: [{ code: ['1'], layer: [{ code: ['1'] }, { code: ['2'] }] }, { layer: [{ code: ['7'] }] }],
  });
  assert.equal((await listHistory(server.database, 'inside', '1')).length, 1);
});

test('Values do not become rows, and rows do not become values; without values any type change is accepted.', async () => {
  const caller = await server.client('kinds');
  await caller.put([composite('rows'), scalar('cell', 'rows'), composite('empty')]);
  await caller.import([{ __ID: '1', rows: [{ cell: '1' }], text: 'x' }]);
  const rows = await caller.put([composite('text')]);
  assert.deepEqual([rows.status, rows.body.samples[0].code], [409, 'expected-rows']);
  const children = await caller.put([several('rows')]);
  assert.deepEqual([children.status, children.body.errors[0].code], [422, 'composite-has-children']);
  assert.equal((await caller.put([scalar('empty')])).status, 200);
  assert.equal((await caller.put([composite('empty')])).status, 200);
});

test('The texts of an attribute that becomes an asset attribute do not change.', async () => {
  const caller = await server.client('pictures');
  await caller.import([{ __ID: '1', picture: 'https://example.com/1.jpg' }]);
  assert.equal((await caller.put([typed('picture', 'asset')])).status, 200);
  assert.deepEqual((await getProduct(server.database, 'pictures', '1')).values, {
    picture: 'https://example.com/1.jpg',
  });
});
