import assert from 'node:assert/strict';
import { readdir, readFile, stat } from 'node:fs/promises';
import { test } from 'node:test';
import { judgeGtin } from '../src/structure/values/gtin.ts';

interface ExampleProduct {
  __ID: string;
  gtin: string;
  volume?: string;
  storage?: string;
  PRIMARY_ASSET?: string;
  moreImages?: string[];
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

test('the example has numbers with units that are written in different units, and formatted texts', async () => {
  const definitions = (await read('attributes.json')) as { id: string; type: { id: string } }[];
  const ofType = (type: string) => definitions.filter((one) => one.type.id === type).map(({ id }) => id);
  assert.deepEqual(ofType('quantity'), ['volume', 'grossWeight']);
  assert.deepEqual(ofType('html'), ['storage']);
  const units = products.flatMap(({ volume }) => volume?.split(' ')[1] ?? []);
  assert.deepEqual(new Set(units), new Set(['ml', 'l']));
  assert.ok(products.some(({ storage }) => storage?.includes('<strong>')));
});

test('the GTINs of the example are valid, distinct, and in the range for internal use', () => {
  const gtins = products.map((product) => product.gtin);
  assert.equal(new Set(gtins).size, products.length);
  for (const gtin of gtins) {
    assert.equal(judgeGtin(gtin), undefined, gtin);
    assert.match(gtin, /^2\d{12}$/);
  }
});

test('each picture of the example is small and used by a product, and three products still need theirs', async () => {
  const folder = new URL('../example/pictures/', import.meta.url);
  const files = await readdir(folder);
  const bytes = await Promise.all(files.map(async (name) => (await stat(new URL(name, folder))).size));
  assert.ok(
    bytes.reduce((sum, size) => sum + size, 0) < 300_000,
    'the pictures are part of each installation and are uploaded at the first start',
  );
  const named = new Set(products.flatMap(({ PRIMARY_ASSET, moreImages = [] }) => [PRIMARY_ASSET, ...moreImages]));
  named.delete(undefined);
  const stored = new Set(files.map((name) => `pimento-pantry/${name}`));
  assert.deepEqual(
    [...stored].filter((id) => !named.has(id)),
    [],
  );
  assert.deepEqual(
    [...named].filter((id) => id !== undefined && !stored.has(id)),
    ['creme-poivron-140', 'chilli-flakes-40', 'gift-box-grande'].map((name) => `pimento-pantry/${name}.jpg`),
  );
});
