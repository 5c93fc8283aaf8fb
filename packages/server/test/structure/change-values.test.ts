import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { startTestService } from '../test-service.ts';
import { composite, scalar } from './definition-samples.ts';

const service = await startTestService();
const { database } = service;
after(() => service[Symbol.asyncDispose]());

const changes = '/api/datastandards/v1/datastandards/changes';
const several = (id: string, parent: string | null = null) =>
  scalar(id, parent, { type: { id: 'string', multiValue: true } });
const numbered = (count: number, values: (index: number) => object) =>
  Array.from({ length: count }, (_, index) => ({ __ID: `p${String(index).padStart(5, '0')}`, ...values(index) }));

async function ended(caller: Awaited<ReturnType<typeof service.client>>, changeId: string) {
  for (;;) {
    const { body } = await caller.call('GET', `${changes}/${changeId}`);
    if (body.finishedAt !== null) return body;
  }
}

test('Many values have the new form in every read as soon as the definition is stored, and are converted in the background.', async () => {
  const caller = await service.client('many');
  await caller.importProducts(numbered(2_500, (index) => ({ colour: `c${index}`, other: 'x' })));
  const answer = await caller.define([several('colour')]);
  assert.deepEqual([answer.status, answer.body.updated], [200, 1], answer.text);
  const exported = await caller.exported();
  for (const [id, product] of exported) assert.deepEqual(product['colour'], [`c${Number(id.slice(1))}`]);
  const again = await caller.importProducts(numbered(100, (index) => ({ colour: [`c${index}`] })));
  assert.deepEqual([again.body.unchanged, again.body.rejected], [100, 0]);
  const listed = await caller.call('GET', changes);
  const change = await ended(caller, listed.body.changes[0].changeId);
  assert.deepEqual([change.status, change.checked, change.converted, change.misfits], ['Completed', 2_500, 2_500, 0]);
  const { rows } = await sql<{ form: string; revision: number; products: number }>`
    select jsonb_typeof(product."values" -> 'colour') as form, product.revision, count(*)::int as products
    from product where product.client_id = 'many' group by 1, 2`.execute(database);
  assert.deepEqual(rows, [{ form: 'array', revision: 2, products: 2_500 }]);
  const { rows: history } = await sql<{ entries: number }>`
    select count(*)::int as entries from product_history where product_history.client_id = 'many'`.execute(database);
  assert.deepEqual(history, [{ entries: 2_500 }], 'one entry a product');
});

test('Whatever is imported while a definition changes, every stored value fits the definition afterwards.', async () => {
  const caller = await service.client('race');
  await caller.define([several('tag')]);
  await caller.importProducts(numbered(2_100, () => ({ tag: ['a'] })));
  for (let round = 0; round < 2; round += 1) {
    const products = numbered(20, (index) => ({ tag: [`a${round}`, ...(index === 7 ? ['b'] : [])] }));
    const imports = products.map((product) => caller.importProducts([product]));
    const put = await caller.define([scalar('tag')]);
    await Promise.all(imports);
    const { body: definition } = await caller.call('GET', '/api/datastandards/v1/datastandards/attributes/tag');
    assert.equal(definition.type.multiValue, put.status !== 200, put.text);
    for (const { tag } of (await caller.exported()).values())
      assert.equal(Array.isArray(tag), definition.type.multiValue, JSON.stringify(tag));
    assert.equal((await caller.define([several('tag')])).status, 200);
  }
});

test('A value that is not converted yet is read, filtered, compared and merged in the form of its definition, at any depth.', async () => {
  const caller = await service.client('forms');
  await caller.define([composite('rows'), several('cell', 'rows'), several('list'), scalar('text')]);
  const product = { __ID: '1', text: 'a', list: ['b'], rows: [{ cell: ['c'] }] };
  await caller.importProducts([product]);
  await sql`
    update product
    set "values" = '{"text": ["a"], "list": "b", "rows": [{"cell": "c"}]}', fingerprint = null
    where product.client_id = 'forms'`.execute(database);
  assert.deepEqual(await caller.product('1'), product);
  assert.deepEqual((await caller.exported()).get('1'), product);
  for (const where of ['list=b', 'text=a', 'rows/cell=c', 'list~b', 'text~a']) {
    const found = await caller.call('GET', `/api/products/v1/products?where=${encodeURIComponent(where)}`);
    assert.equal(found.body.products.length, 1, where);
  }
  assert.equal((await caller.importProducts([product])).body.unchanged, 1);
  const expecting = { ...product, text: 'new', __EXPECTED: { list: ['b'], text: 'a' } };
  const edited = await caller.importProducts([expecting], '?origin=edit');
  assert.deepEqual([edited.body.updated, edited.body.errors], [1, []]);
  assert.deepEqual(await caller.product('1'), { ...product, text: 'new' });
});

test('A preview and a change in the background answer at once, list what does not fit, and can be read by their client alone.', async () => {
  const caller = await service.client('preview');
  const other = await service.client('stranger');
  await caller.importProducts(numbered(30, (index) => ({ weight: index < 3 ? `${index} kg` : String(index) })));
  const body = JSON.stringify([scalar('weight', null, { type: { id: 'integer', multiValue: false } })]);
  const headers = { 'content-type': 'application/json' };
  for (const query of ['?dryRun=true', '']) {
    const started = await caller.call('POST', changes + query, { headers, body });
    assert.equal(started.status, 202, started.text);
    const change = await ended(caller, started.body.changeId);
    assert.deepEqual([change.status, change.misfits, change.samples.length], ['Refused', 3, 3]);
    assert.equal(change.samples[0].path, '/weight');
    assert.equal((await other.call('GET', `${changes}/${change.changeId}`)).status, 404);
    const cancelled = await caller.call('POST', `${changes}/${change.changeId}/cancel`);
    assert.deepEqual([cancelled.status, cancelled.body.code], [409, 'not-possible-now']);
  }
  assert.deepEqual((await other.call('GET', changes)).body, { changes: [] });
  const invalid = await caller.call('POST', changes, { headers, body: '[{"id":"weight"}]' });
  assert.equal(invalid.status, 422);
});
