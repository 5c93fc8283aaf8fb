import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startTestService } from '../test-service.ts';
import { assertCounts } from './import-answers.ts';

const service = await startTestService({ importThreads: 1 });
after(() => service[Symbol.asyncDispose]());

type Product = Record<string, unknown> & { __ID: string };

/** Returns the expected result of sending the products one after another. Each value completely replaces the previous value. */
function foldAll(products: readonly Product[]): Map<string, Product> {
  const folded = new Map<string, Product>();
  for (const product of products) folded.set(product.__ID, { ...folded.get(product.__ID), ...product });
  return folded;
}

test('A product that occurs in many batches of one body ends up as if its payloads had been sent one after the other.', async () => {
  const caller = await service.client('repeats');
  // 8,000 products are eight batches. Each id occurs in every batch, at different positions.
  const products = Array.from({ length: 8_000 }, (_, at): Product => ({
    __ID: `p${(at * 7) % 701}`,
    last: `${at}`,
    [`from${at % 13}`]: `${at}`,
  }));
  const expected = foldAll(products);
  const answer = await caller.importProducts(products);
  assertCounts(answer, [expected.size, products.length - expected.size, 0, 0]);
  assert.deepEqual(await caller.exported(), expected);
  const listed = await caller.call('GET', '/api/products/v1/products?limit=1000&fields=__ID');
  const revisions = listed.body.products.map(({ revision }: { revision: number }) => revision);
  const total = revisions.reduce((sum: number, revision: number) => sum + revision, 0);
  assert.equal(total, products.length, 'each payload that changed a product is a revision of it');
});

test('Products that turn out to exist, behind and between many that are new, are merged, and none of these is lost.', async () => {
  const caller = await service.client('known');
  const old = Array.from({ length: 600 }, (_, at): Product => ({ __ID: `p${at * 10}`, kept: `${at}`, last: 'old' }));
  await caller.importProducts(old);
  // After a batch without stored products, the import stops comparing fingerprints. It must then find the stored products of later batches
  // in a different way.
  const products = [
    ...Array.from({ length: 5_000 }, (_, at): Product => ({ __ID: `new${at}`, last: 'new' })),
    ...Array.from({ length: 6_000 }, (_, at): Product => ({ __ID: `p${at}`, last: 'new' })),
    ...Array.from({ length: 3_000 }, (_, at): Product => ({ __ID: `newer${at}`, last: 'new' })),
  ];
  const answer = await caller.importProducts(products);
  assertCounts(answer, [products.length - old.length, old.length, 0, 0]);
  assert.deepEqual(await caller.exported(), foldAll([...old, ...products]));
});

test('Attributes and categories that appear in every batch are created once, and no batch is lost over them.', async () => {
  const caller = await service.client('appearing');
  const products = Array.from({ length: 6_000 }, (_, at): Product => ({
    __ID: `p${at}`,
    __CATEGORY: `c${Math.floor(at / 500)}`,
    [`a${Math.floor(at / 700)}`]: `${at}`,
  }));
  const answer = await caller.importProducts(products);
  assertCounts(answer, [products.length, 0, 0, 0]);
  assert.deepEqual(
    answer.body.createdAttributes,
    Array.from({ length: 9 }, (_, at) => `a${at}`),
  );
  assert.deepEqual(await caller.exported(), foldAll(products));
});

test('A cycle that closes over several batches is found in the batch that closes it.', async () => {
  const caller = await service.client('cycle');
  const products = Array.from({ length: 5_000 }, (_, at): Product => ({ __ID: `p${at}` }));
  for (const at of [500, 1_500, 2_500, 3_500, 4_500]) {
    products[at]!.PACKAGING = [{ __ID: `p${(at + 1_000) % 5_000}`, QUANTITY: 2 }];
  }
  const answer = await caller.importProducts(products);
  assertCounts(answer, [4_999, 0, 0, 1]);
  assert.deepEqual(
    answer.body.errors.map(({ code, productId }: { code: string; productId: string }) => `${code} ${productId}`),
    ['packaging-cycle p4500'],
  );
});

test('Definitions that change while batches follow each other cost no product and end no import.', async () => {
  const caller = await service.client('changing');
  const products = Array.from({ length: 12_000 }, (_, at): Product => ({ __ID: `p${at}`, code: `c${at}` }));
  const importing = caller.importProducts(products);
  for (let round = 0; round < 12; round++) {
    const definition = { id: `extra${round}`, name: `extra${round}`, type: { id: 'string', multiValue: false } };
    const put = await caller.define([definition]);
    assert.equal(put.status, 200, put.text);
  }
  assertCounts(await importing, [products.length, 0, 0, 0]);
  assert.deepEqual(await caller.exported(), foldAll(products));
});
