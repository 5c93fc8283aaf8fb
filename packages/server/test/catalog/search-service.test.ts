import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { createKey } from '../../src/access/index.ts';
import { systemClock } from '../../src/platform/index.ts';
import { startTestService, type TestCaller, type TestService } from '../test-service.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service[Symbol.asyncDispose]());

const list = async (caller: TestCaller, query: string) => {
  const { status, body } = await caller.call('GET', `/api/products/v1/products?${query}`);
  assert.equal(status, 200);
  return body;
};
/** Returns the ids of all pages. On a busy machine, a page can have fewer products than requested, because searches have a time limit. */
async function idsOf(caller: TestCaller, query: string): Promise<string[]> {
  const ids: string[] = [];
  let next: string | null = '';
  while (next !== null) {
    const after: string = next === '' ? '' : `&startingAfter=${encodeURIComponent(next)}`;
    const page = await list(caller, `${query}${after}`);
    ids.push(...page.products.map(({ productId }: { productId: string }) => productId));
    ({ next } = page);
  }
  return ids;
}

const products = (count: number, from = 0) =>
  Array.from({ length: count }, (_, nth) => ({
    __ID: `sku-${String(from + nth).padStart(5, '0')}`,
    __NAME: (from + nth) % 100 === 7 ? 'Wanderschuh' : 'Socke',
    color: (from + nth) % 2 === 0 ? 'blue' : 'red',
  }));

async function indexedProducts(clientId: string): Promise<number> {
  const { rows } = await sql<{ groups: number }>`
    select count(*) as groups
    from product_search
    where product_search.client_id = ${clientId}`.execute(service.database);
  return rows[0]?.groups ?? 0;
}

test('Imported, changed and deleted products are found immediately: before, during and after indexing.', async () => {
  const caller = await service.client('shop');
  await caller.importProducts(products(900));
  const wanted = Array.from({ length: 9 }, (_, nth) => `sku-${String(nth * 100 + 7).padStart(5, '0')}`);
  assert.deepEqual(await idsOf(caller, 'text=wanderSCHUH'), wanted);
  await service.searchIndexing.drain();
  assert.ok((await indexedProducts('shop')) >= 19);
  assert.deepEqual(await idsOf(caller, 'text=wanderSCHUH'), wanted);
  await caller.importProducts([
    { __ID: 'sku-00001', __NAME: 'Wanderschuh' },
    { __ID: 'sku-00007', __NAME: 'Sandale' },
  ]);
  await caller.call('DELETE', '/api/products/v1/products/sku-00107');
  const now = ['sku-00001', ...wanted.slice(2)];
  assert.deepEqual(await idsOf(caller, 'text=wanderschuh'), now);
  assert.equal((await list(caller, 'limit=1&count=true')).count, 899);
  await service.searchIndexing.drain();
  assert.deepEqual(await idsOf(caller, 'text=wanderschuh'), now);
  assert.deepEqual(await list(caller, 'text=Sandale&limit=1&count=true').then(({ count }) => count), 1);
});

test('A dry run and a rejected product leave nothing to be indexed.', async () => {
  const caller = await service.client('dry');
  await caller.importProducts(products(5), '?dryRun=true');
  await caller.importProducts([{ __ID: 'wrong', color: { a: 1 } }]);
  const { rows } = await sql`
    select 1
    from product_change
    where product_change.client_id = 'dry'`.execute(service.database);
  assert.deepEqual(rows, []);
  assert.equal((await list(caller, 'limit=1&count=true')).count, 0);
});

test('Renaming or converting a definition does not change the results.', async () => {
  const caller = await service.client('defined');
  const price = [
    { id: 'price', name: 'price', type: { id: 'composite', multiValue: true } },
    { id: 'currency', name: 'currency', compositeAttribute: 'price', type: { id: 'string', multiValue: false } },
    { id: 'tag', name: 'tag', type: { id: 'string', multiValue: false } },
  ];
  assert.equal((await caller.define(price)).status, 200);
  await caller.importProducts([
    { __ID: 'a', price: [{ currency: 'EUR' }], tag: 'x' },
    { __ID: 'b', tag: 'y' },
  ]);
  await service.searchIndexing.drain();
  const renamed = [
    { ...price[1], name: 'money' },
    { ...price[2], name: 'label', type: { id: 'string', multiValue: true } },
  ];
  assert.equal((await caller.define(renamed)).status, 200);
  for (const round of ['before', 'after']) {
    assert.deepEqual(await idsOf(caller, 'where=price/money%3DEUR'), ['a'], round);
    assert.deepEqual(await idsOf(caller, 'where=label%3Dy'), ['b'], round);
    assert.deepEqual(await idsOf(caller, 'where=price*'), ['a'], round);
    await service.searchIndexing.drain();
  }
});

test('A count within a time limit is a lower bound only if it is marked as one.', async () => {
  const caller = await service.client('counted');
  await caller.importProducts(products(40));
  const whole = await list(caller, 'where=color%3Dblue&limit=1&count=true&countWithin=60000');
  assert.deepEqual([whole.count, whole.countIsAtLeast], [20, undefined]);
  const { status } = await caller.call('GET', '/api/products/v1/products?count=true&countWithin=0');
  assert.equal(status, 400);
});

test('An export with a filter contains exactly the matching products.', async () => {
  const caller = await service.client('exported');
  await caller.importProducts(products(300));
  await service.searchIndexing.drain();
  const { text } = await caller.call('GET', '/api/products/v1/products/export?text=wanderschuh&where=color%3Dred');
  assert.equal(text.split('\n').filter((line) => line !== '').length, 3);
});

test('The metrics have the number of products to be indexed.', async () => {
  await service.searchIndexing.drain();
  const deps = { database: service.database, clock: systemClock, adapterExists: () => Promise.resolve(false) };
  const { secret } = await createKey(deps, service.database, { kind: 'operator', name: 'monitoring' });
  assert.equal((await fetch(`${service.baseUrl}/metrics`)).status, 401);
  const answer = await fetch(`${service.baseUrl}/metrics`, { headers: { authorization: `Bearer ${secret}` } });
  assert.match(await answer.text(), /^pimento_search_backlog_products 0$/m);
});
