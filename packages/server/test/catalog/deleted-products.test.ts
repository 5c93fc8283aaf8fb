import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { startTestService, type TestCaller, type TestService } from '../test-service.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service[Symbol.asyncDispose]());

const products = '/api/products/v1/products';
const restore = (caller: TestCaller, productId: string) =>
  caller.call('POST', `${products}/${encodeURIComponent(productId)}/restore`);
const remove = async (caller: TestCaller, productId: string) =>
  assert.equal((await caller.call('DELETE', `${products}/${encodeURIComponent(productId)}`)).status, 204);
const rows = [
  { id: 'price', name: 'Price', type: { id: 'composite', multiValue: true } },
  { id: 'amount', name: 'Amount', type: { id: 'string', multiValue: false }, compositeAttribute: 'price' },
];

test('a deleted product is restored with all its values, to the last digit, and its history continues', async () => {
  const caller = await service.client('back');
  await caller.define(rows);
  const body = `{"products":[{"__ID":"pen/1","__NAME":"Pen","__FAMILY":"pens","__CATEGORY":"A > B","PRIMARY_ASSET":"p.jpg",
    "PACKAGING":[{"__ID":"box","QUANTITY":12345678901234567890.50},{"__ID":"lid","QUANTITY":"0.10"}],
    "weight":10.50,"tags":["b","a","b"],"price":[{"Amount":"1.0"},{}]}]}`;
  assert.equal((await caller.importBody(body)).body.created, 1);
  const before = (await caller.call('GET', `${products}/pen%2F1`)).text.replace(/.*"product"/, '');
  await remove(caller, 'pen/1');
  const report = await restore(caller, 'pen/1');
  assert.deepEqual([report.status, report.body.created, report.body.errors], [200, 1, []]);
  assert.equal((await caller.call('GET', `${products}/pen%2F1`)).text.replace(/.*"product"/, ''), before);
  const { body: record } = await caller.call('GET', `${products}/pen%2F1`);
  assert.equal(record.revision, 3, 'the revisions continue: created, deleted, restored');
  const { body: history } = await caller.call('GET', `${products}/pen%2F1/history`);
  assert.deepEqual(
    history.entries.map(({ kind }: { kind: string }) => kind),
    ['created', 'deleted', 'created'],
  );
  assert.equal(history.entries[0].jobRef, report.body.jobRef);
});

test('an existing product and an unknown id cannot be restored', async () => {
  const caller = await service.client('there');
  await caller.importProducts([{ __ID: 'a' }]);
  assert.equal((await restore(caller, 'a')).body.code, 'not-possible-now');
  for (const id of ['never', 'nul\u0000'])
    assert.equal((await restore(caller, id)).body.code, 'unknown-product', JSON.stringify(id));
  const other = await service.client('elsewhere');
  await remove(caller, 'a');
  assert.equal((await restore(other, 'a')).body.code, 'unknown-product');
});

test('if a definition was deleted nothing is restored and the answer names it; if a value no longer fits the report names it', async () => {
  const caller = await service.client('redefined');
  await caller.define(rows);
  await caller.importProducts([{ __ID: 'a', color: 'red', size: 'S', price: [{ Amount: '1' }] }]);
  await remove(caller, 'a');
  const attribute = '/api/datastandards/v1/datastandards/attributes';
  assert.equal((await caller.call('DELETE', `${attribute}/color`)).status, 204);
  const refused = await restore(caller, 'a');
  assert.deepEqual([refused.status, refused.body.code, refused.body.missing], [409, 'not-possible-now', ['color']]);
  const define = (id: string, type: string) => ({ id, name: id, type: { id: type, multiValue: false } });
  await caller.define([define('color', 'string'), define('size', 'integer')]);
  const misfit = await restore(caller, 'a');
  assert.deepEqual([misfit.body.created, misfit.body.rejected], [0, 1]);
  assert.equal(await caller.product('a'), undefined);
  await caller.define([define('size', 'string')]);
  assert.equal((await restore(caller, 'a')).body.created, 1);
  assert.deepEqual(await caller.product('a'), { __ID: 'a', price: [{ Amount: '1' }], color: 'red', size: 'S' });
});

test('concurrent restores of the same product create it once', async () => {
  const caller = await service.client('at-once');
  await caller.importProducts([{ __ID: 'a', color: 'red' }]);
  await remove(caller, 'a');
  const answers = await Promise.all(Array.from({ length: 8 }, () => restore(caller, 'a')));
  assert.equal(answers.filter(({ body }) => body.created === 1).length, 1);
  assert.ok(answers.every(({ status, body }) => status === 409 || body.created + body.unchanged + body.rejected === 1));
});

test('deleted products are listed in pages, the last deleted first, each once, and not after they were restored', async () => {
  const caller = await service.client('listed');
  const ids = Array.from({ length: 7 }, (_, index) => `p-${index}`);
  await caller.importProducts([...ids.map((id) => ({ __ID: id, __NAME: `Name of ${id}` })), { __ID: 'kept' }]);
  for (const id of ids) await remove(caller, id);
  await restore(caller, 'p-2');
  await restore(caller, 'p-4');
  await remove(caller, 'p-4');
  const found: string[] = [];
  let next: string | null = null;
  do {
    const after: string = next === null ? '' : `&startingAfter=${next}`;
    const page = await caller.call('GET', `/api/products/v1/deleted-products?limit=2${after}`);
    assert.equal(page.status, 200, page.text);
    for (const { productId, name, deleted, actor } of page.body.products) {
      assert.equal(name, `Name of ${productId}`);
      assert.ok(Date.parse(deleted) <= Date.now());
      assert.deepEqual(actor, { kind: 'key', id: caller.keyId, name: 'test' });
      found.push(productId);
    }
    next = page.body.next;
  } while (next !== null);
  assert.deepEqual(found, ['p-4', 'p-6', 'p-5', 'p-3', 'p-1', 'p-0']);
  const other = await service.client('unlisted');
  assert.deepEqual((await other.call('GET', '/api/products/v1/deleted-products')).body.products, []);
  assert.equal((await caller.call('GET', '/api/products/v1/deleted-products?startingAfter=x')).status, 400);
});

test('deleted products are found by the beginnings of words of id, name and family, in any letter case, in pages', async () => {
  const caller = await service.client('sought');
  const other = await service.client('sought-elsewhere');
  await caller.importProducts([
    { __ID: 'Olives-green-180', __NAME: 'Palette Grüne Oliven', __FAMILY: 'olives' },
    { __ID: '4006381333931', __NAME: "Joe's pen \\ 100 %", color: 'olive' },
    { __ID: 'a/b c', __FAMILY: 'pens' },
    { __ID: 'plain' },
    ...Array.from({ length: 5 }, (_, index) => ({ __ID: `row-${index}`, __NAME: 'Reihe' })),
  ]);
  await other.importProducts([{ __ID: 'olives-elsewhere' }]);
  await remove(other, 'olives-elsewhere');
  const list = async (text: string, rest = '') =>
    (await caller.call('GET', `/api/products/v1/deleted-products?text=${encodeURIComponent(text)}${rest}`)).body;
  const find = async (text: string) =>
    (await list(text)).products.map(({ productId }: { productId: string }) => productId);
  for (const id of [
    'Olives-green-180',
    '4006381333931',
    'a/b c',
    'plain',
    ...[0, 1, 2, 3, 4].map((nth) => `row-${nth}`),
  ])
    await remove(caller, id);
  for (const text of ['OLIV', 'olives-green-180', 'green olives', 'grÜn', '18', 'palette 180'])
    assert.deepEqual(await find(text), ['Olives-green-180'], text);
  assert.deepEqual(await find('40063813'), ['4006381333931']);
  assert.deepEqual(await find("joe's PEN"), ['4006381333931']);
  assert.deepEqual(await find('pen'), ['a/b c', '4006381333931']);
  assert.deepEqual(await find('b c'), ['a/b c']);
  for (const text of ['lives', 'green-181', 'elsewhere', '-', "'", '\\', '%', ':*', ' & | ! ', 'olive color'])
    assert.deepEqual(await find(text), [], text);
  const first = await list('reihe', '&limit=2');
  const second = await list('reihe', `&limit=3&startingAfter=${first.next}`);
  assert.deepEqual(
    [...first.products, ...second.products].map(({ productId }: { productId: string }) => productId),
    ['row-4', 'row-3', 'row-2', 'row-1', 'row-0'],
  );
  await restore(caller, 'plain');
  assert.deepEqual(await find('plain'), []);
  assert.equal((await caller.call('GET', '/api/products/v1/deleted-products?text=')).status, 400);
  const nul = await caller.call('GET', '/api/products/v1/deleted-products?text=%00');
  assert.equal(nul.body.code, 'invalid-parameter');
});

test('if nearly all deleted products exist again, the list still ends, in short pages', async () => {
  const caller = await service.client('returned');
  await caller.importProducts(Array.from({ length: 1100 }, (_, index) => ({ __ID: `r-${index}` })));
  await caller.call('POST', '/api/products/v1/deletions', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ filter: {}, all: true }),
  });
  for (;;) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from product where product.client_id = 'returned'`.execute(service.database);
    if (rows[0]?.count === 0) break;
  }
  await caller.importProducts(Array.from({ length: 1099 }, (_, index) => ({ __ID: `r-${index + 1}` })));
  const first = await caller.call('GET', '/api/products/v1/deleted-products');
  const more =
    first.body.next === null
      ? []
      : (await caller.call('GET', `/api/products/v1/deleted-products?startingAfter=${first.body.next}`)).body.products;
  assert.deepEqual(
    [...first.body.products, ...more].map(({ productId }: { productId: string }) => productId),
    ['r-0'],
  );
});
