import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { judgeGtin } from '../src/structure/values/gtin.ts';

interface ExampleProduct {
  __ID: string;
  gtin: string;
  goesWith?: string[];
  PACKAGING?: { __ID: string }[];
}

async function read(name: string): Promise<unknown> {
  return JSON.parse(await readFile(new URL(`../example/${name}`, import.meta.url), 'utf8'));
}
const { products } = (await read('products.json')) as { products: ExampleProduct[] };

test('the example catalogue is complete: every product that another one refers to exists, once', () => {
  const ids = products.map((product) => product.__ID);
  assert.equal(new Set(ids).size, ids.length);
  const named = products.flatMap((product) => [
    ...(product.PACKAGING ?? []).map((link) => link.__ID),
    ...(product.goesWith ?? []),
  ]);
  assert.deepEqual(
    named.filter((id) => !ids.includes(id)),
    [],
  );
  assert.ok(new Set(named).size < named.length, 'no product has two parents');
});

test('the GTINs of the example are valid, distinct, and in the range for internal use', () => {
  const gtins = products.map((product) => product.gtin);
  assert.equal(new Set(gtins).size, products.length);
  for (const gtin of gtins) {
    assert.equal(judgeGtin(gtin), undefined, gtin);
    assert.match(gtin, /^2\d{12}$/);
  }
});
