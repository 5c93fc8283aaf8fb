import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ProductChange } from '@pimento/contract';
import { sql } from 'kysely';
import { purgeEntries } from '../../src/catalog/changes/change-store.ts';
import { clientIdOf, transaction } from '../../src/platform/index.ts';
import { startTestService, type TestCaller, type TestService } from '../test-service.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service[Symbol.asyncDispose]());

interface Page {
  changes: ProductChange[];
  next: string;
  hasMore: boolean;
}

async function getPage(client: TestCaller, next: string | undefined, query = ''): Promise<Page> {
  const from = next === undefined ? '' : `&after=${encodeURIComponent(next)}`;
  const { status, body, text } = await client.call(
    'GET',
    `/api/products/v1/products/changes?limit=1000${from}${query}`,
  );
  assert.equal(status, 200, text);
  return body;
}

const shortOf = ({ changes }: Page) =>
  changes.map(({ productId, type, revision }) => `${productId} ${type} ${revision}`);

const product = (id: string, price: string) => ({ __ID: id, price });
const remove = (client: TestCaller, id: string) => client.call('DELETE', `/api/products/v1/products/${id}`);

/** Writes a change as an import does, in a transaction that stays open. */
async function openChange(clientId: string, id: string) {
  const opened = await service.database.startTransaction().execute();
  await sql`
    update product
    set revision = revision + 1
    where client_id = ${clientId} and product_id = ${id}`.execute(opened);
  return opened;
}

test('the change feed lists creations, changes and deletions in the order of commits, and each product of a page once', async () => {
  const client = await service.client('order');
  const start = await getPage(client, undefined);
  assert.deepEqual(shortOf(start), []);
  assert.equal(start.hasMore, false);
  await client.importProducts([product('A', '1'), product('B', '1'), product('C', '1')]);
  await client.importProducts([product('A', '2')]);
  const first = await getPage(client, start.next);
  assert.deepEqual(shortOf(first), ['B created 1', 'C created 1', 'A created 2']);
  await client.importProducts([product('B', '2'), product('A', '2'), product('D', '1')]);
  await remove(client, 'C');
  const second = await getPage(client, first.next);
  assert.deepEqual(shortOf(second).toSorted(), ['B changed 2', 'C deleted 2', 'D created 1']);
  assert.equal(second.changes.at(-1)?.productId, 'C');
  const end = await getPage(client, second.next);
  assert.deepEqual([end.changes, end.next, end.hasMore], [[], second.next, false]);
});

test('the change feed lists nothing for an import that changes nothing, and nothing of another client', async () => {
  const client = await service.client('still');
  const other = await service.client('still-other');
  await client.importProducts([product('A', '1')]);
  const { next } = await getPage(client, undefined);
  await client.importProducts([product('A', '1')]);
  await client.importProducts([product('A', '9')], '?dryRun=true');
  await other.importProducts([product('A', '1')]);
  assert.deepEqual(shortOf(await getPage(client, next)), []);
});

test('the change feed cuts pages anywhere, without a gap or a repetition', async () => {
  const client = await service.client('pages');
  const ids = Array.from({ length: 25 }, (_, place) => `P-${String(place).padStart(2, '0')}`);
  await client.importProducts(ids.map((id) => product(id, '1')));
  await client.importProducts(ids.slice(0, 12).map((id) => product(id, '2')));
  const seen: string[] = [];
  let next: string | undefined;
  for (let hasMore = true; hasMore;) {
    const from: string = next === undefined ? '' : `&after=${next}`;
    const { body }: { body: Page } = await client.call('GET', `/api/products/v1/products/changes?limit=7${from}`);
    assert.ok(body.changes.length <= 7);
    seen.push(...shortOf(body));
    ({ next, hasMore } = body);
  }
  assert.deepEqual(seen, [
    ...ids.slice(0, 21).map((id) => `${id} created 1`),
    // the fourth page contains the last creations and the first changes
    ...ids.slice(21).map((id) => `${id} created 1`),
    ...ids.slice(0, 12).map((id) => `${id} changed 2`),
  ]);
});

test('the change feed never misses a change that is committed after a later one was read', async () => {
  const client = await service.client('late');
  await client.importProducts([product('A', '1'), product('B', '1')]);
  const start = await getPage(client, undefined);
  const late = await openChange('late', 'A');
  await client.importProducts([product('B', '2')]);
  const early = await getPage(client, start.next);
  assert.deepEqual(shortOf(early), ['B changed 2']);
  await late.commit().execute();
  assert.deepEqual(shortOf(await getPage(client, early.next)), ['A changed 2']);
});

test('the change feed shows changes of a client at once, whatever other transactions are open', async () => {
  const client = await service.client('prompt');
  await service.client('prompt-other').then((other) => other.importProducts([product('A', '1')]));
  await client.importProducts([product('A', '1'), product('B', '1')]);
  const { next } = await getPage(client, undefined);
  const open = [await openChange('prompt', 'A'), await openChange('prompt-other', 'A')];
  await client.importProducts([product('B', '2')]);
  assert.deepEqual(shortOf(await getPage(client, next)), ['B changed 2']);
  for (const one of open) await one.rollback().execute();
  assert.deepEqual(shortOf(await getPage(client, next)), ['B changed 2']);
});

test('the change feed includes the product as it is now on request, with the chosen attributes', async () => {
  const client = await service.client('content');
  await client.importProducts([{ __ID: 'A', __NAME: 'Pen', price: '1', color: 'red' }, product('B', '1')]);
  await remove(client, 'B');
  const all = await getPage(client, undefined, '&attributes=true');
  assert.deepEqual(
    all.changes.map(({ productId, attributes }) => [productId, attributes]),
    [
      ['A', { __ID: 'A', __NAME: 'Pen', price: '1', color: 'red' }],
      ['B', undefined],
    ],
  );
  const some = await getPage(client, undefined, '&fields=price,__NAME');
  assert.deepEqual(some.changes[0]?.attributes, { __ID: 'A', __NAME: 'Pen', price: '1' });
  const refused = await client.call('GET', '/api/products/v1/products/changes?fields=nonsense');
  assert.equal(refused.body.code, 'invalid-parameter');
});

test('the change feed keeps pages with attributes small, and leaves out no product', async () => {
  const client = await service.client('large');
  const text = Array.from({ length: 160_000 }, (_, place) =>
    ((place * 2_654_435_761) % 4_294_967_296).toString(36),
  ).join('');
  const ids = Array.from({ length: 6 }, (_, place) => `P-${5 - place}`);
  for (const id of ids) assert.equal((await client.importProducts([{ __ID: id, text: id + text }])).status, 200);
  const seen: string[] = [];
  let next: string | undefined;
  let pages = 0;
  for (let hasMore = true; hasMore;) {
    const page = await getPage(client, next, '&attributes=true');
    for (const { productId, attributes } of page.changes) {
      assert.equal(attributes?.['text'], productId + text);
      seen.push(productId);
    }
    ({ next, hasMore } = page);
    pages += 1;
  }
  assert.deepEqual(seen.toSorted(), ids.toSorted());
  assert.ok(pages > 1);
});

test('the change feed refuses a cursor whose following changes are no longer kept, and lists all products without one', async () => {
  const client = await service.client('purged');
  const clientId = clientIdOf('purged');
  const start = await getPage(client, undefined);
  await client.importProducts([product('A', '1'), product('B', '1'), product('C', '1')]);
  const first = await getPage(client, start.next);
  await client.importProducts([product('A', '2')]);
  await remove(client, 'B');
  const last = await getPage(client, first.next);
  await sql`update product_feed set at = at - interval '32 days' where client_id = 'purged'`.execute(service.database);
  await transaction(service.database, (opened) => purgeEntries(opened, clientId, new Date()));
  for (const { next } of [start, first]) {
    const { status, body } = await client.call('GET', `/api/products/v1/products/changes?after=${next}`);
    assert.deepEqual([status, body.code], [410, 'cursor-expired']);
  }
  assert.deepEqual(shortOf(await getPage(client, last.next)), [], 'a reader that has read everything goes on');
  await client.importProducts([product('D', '1')]);
  assert.deepEqual(shortOf(await getPage(client, last.next)), ['D created 1']);
  for (const query of ['', '&attributes=true']) {
    const all = await getPage(client, undefined, query);
    assert.deepEqual(shortOf(all), ['A created 2', 'C created 1', 'D created 1']);
    await client.importProducts([product('C', `2${query}`)]);
    assert.equal((await getPage(client, all.next)).changes[0]?.productId, 'C');
    await client.importProducts([{ __ID: 'C', price: '1' }]);
    await sql`update product set revision = 1 where client_id = 'purged' and product_id = 'C'`.execute(
      service.database,
    );
  }
});

test('the change feed keeps changes that only one of two clocks takes for old', async () => {
  const client = await service.client('jump');
  await client.importProducts([product('A', '1')]);
  await client.importProducts([product('A', '2')]);
  const ahead = new Date(Date.now() + 40 * 86_400_000);
  await transaction(service.database, (opened) => purgeEntries(opened, clientIdOf('jump'), ahead));
  assert.deepEqual(shortOf(await getPage(client, undefined)), ['A created 2']);
});

test('the change feed refuses a cursor from before the database was restored', async () => {
  const client = await service.client('restored');
  await client.importProducts([product('A', '1')]);
  await client.importProducts([product('A', '2')]);
  const { next } = await getPage(client, undefined);
  // simulates a restored database, which continues from an earlier position with different changes
  await sql`delete from product_feed where client_id = 'restored' and position = 2`.execute(service.database);
  assert.equal((await client.call('GET', `/api/products/v1/products/changes?after=${next}`)).status, 410);
  await client.importProducts([product('A', '3')]);
  assert.equal((await client.call('GET', `/api/products/v1/products/changes?after=${next}`)).status, 410);
  assert.equal(
    (await client.call('GET', '/api/products/v1/products/changes?after=nonsense')).body.code,
    'unknown-cursor',
  );
});
