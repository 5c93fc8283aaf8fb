import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type CatalogServer, query, startCatalogServer } from './catalog-server.ts';

const products = 400;
/** Rows that are large as text (60 kB per product) but small in the database. */
const rows = Array.from({ length: 800 }, (_, index) => ({
  size: String(index),
  text: 'a text that is repeated '.repeat(2),
}));

let server: CatalogServer;
before(async () => {
  server = await startCatalogServer();
  await server.define([
    { id: 'color' },
    { id: 'sizes', composite: true },
    { id: 'size', parent: 'sizes' },
    { id: 'text', parent: 'sizes' },
  ]);
  await server.insert(
    Array.from({ length: products }, (_, index) => ({
      id: `p-${String(index).padStart(3, '0')}`,
      name: `Product ${index}`,
      values: { sizes: rows, ...(index === 7 ? {} : { color: `color-${index}` }) },
      packaging: [{ __ID: 'box', QUANTITY: '1' }],
    })),
  );
});
after(() => server[Symbol.asyncDispose]());

test('a page of one short attribute is not cut by the size of the attributes that are left out', async () => {
  const whole = await server.get(query({ limit: String(products) }));
  assert.ok(whole.json.products.length < products && whole.json.hasMore, 'a page of everything is cut');
  const { json } = await server.get(query({ limit: String(products), fields: 'color' }));
  assert.equal(json.products.length, products);
  assert.equal(json.hasMore, false);
  assert.deepEqual(json.products[6].product, { __ID: 'p-006', color: 'color-6' });
  assert.deepEqual(json.products[7].product, { __ID: 'p-007' });
});

test('fields returns the same with and without a filter: attributes, reserved fields, or none', async () => {
  for (const filter of [{}, { where: 'color=color-3' }, { productId: 'p-003' }]) {
    const first = async (fields: string) =>
      (await server.get(query({ ...filter, fields, limit: '4' }))).json.products.at(-1).product;
    assert.deepEqual(await first('color,__NAME'), { __ID: 'p-003', __NAME: 'Product 3', color: 'color-3' });
    assert.deepEqual(await first('PACKAGING'), { __ID: 'p-003', PACKAGING: [{ __ID: 'box', QUANTITY: 1 }] });
    assert.deepEqual(await first('__NAME'), { __ID: 'p-003', __NAME: 'Product 3' });
    assert.deepEqual((await first('sizes')).sizes, rows);
  }
  const { text } = await server.get('/export?fields=color');
  assert.equal(text.split('\n')[3], '{"__ID":"p-003","color":"color-3"}');
});

test('reading one short attribute costs a small fraction of reading everything', async () => {
  const cost = async (fields: Record<string, string>) => {
    const times: number[] = [];
    for (let round = 0; round < 7; round++) {
      const started = performance.now();
      await server.get(query({ limit: '100', ...fields }));
      times.push(performance.now() - started);
    }
    return Math.min(...times);
  };
  const all = await cost({});
  const one = await cost({ fields: 'color' });
  assert.ok(one < all / 6, `one attribute ${one.toFixed(1)} ms, everything ${all.toFixed(1)} ms`);
});
