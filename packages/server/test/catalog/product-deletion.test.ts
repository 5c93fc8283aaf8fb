import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { deleteNext } from '../../src/catalog/deletion/product-deletion-service.ts';
import { startProductDeletions } from '../../src/catalog/index.ts';
import { systemClock, transaction } from '../../src/platform/index.ts';
import { pino } from 'pino';
import { startTestService, type TestAnswer, type TestCaller, type TestService } from '../test-service.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service[Symbol.asyncDispose]());

const path = '/api/products/v1/deletions';
const start = (caller: TestCaller, body: unknown): Promise<TestAnswer> =>
  caller.call('POST', path, { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

/** Starts a deletion, waits until it has ended, and returns its report. */
async function deleteAll(caller: TestCaller, body: unknown): Promise<TestAnswer['body']> {
  const started = await start(caller, body);
  assert.equal(started.status, 202, started.text);
  for (;;) {
    const report = await caller.call('GET', `${path}/${started.body.deletionId}`);
    assert.equal(report.status, 200, report.text);
    if (report.body.status !== 'Deleting') return report.body;
  }
}

const products = (count: number, more: object = {}) =>
  Array.from({ length: count }, (_, index) => ({ __ID: `p-${String(index).padStart(4, '0')}`, ...more }));

test('one call deletes all products that match a filter except the excepted ones, and the report has their number', async () => {
  const caller = await service.client('filtered');
  await caller.importProducts([...products(1234, { color: 'red' }), { __ID: 'blue', color: 'blue' }]);
  const { deletionId, startedAt, finishedAt, ...report } = await deleteAll(caller, {
    filter: { where: ['color=red'] },
    except: ['p-0007', 'p-1233'],
  });
  assert.equal(typeof deletionId, 'string');
  assert.ok(Date.parse(startedAt) <= Date.parse(finishedAt));
  assert.deepEqual(report, {
    status: 'Completed',
    chosen: 1232,
    deleted: 1232,
    kept: 0,
    problems: [],
    fault: null,
    canUndo: true,
  });
  assert.deepEqual([...(await caller.exported()).keys()], ['blue', 'p-0007', 'p-1233']);
});

test('an empty filter means all products of this client only', async () => {
  const caller = await service.client('emptied');
  const other = await service.client('neighbour');
  await caller.importProducts(products(3));
  await other.importProducts(products(3));
  assert.equal((await deleteAll(caller, { filter: {}, all: true })).deleted, 3);
  assert.equal((await caller.exported()).size, 0);
  assert.equal((await other.exported()).size, 3);
});

test('a filter with a text that cannot be stored is refused', async () => {
  const caller = await service.client('half');
  for (const filter of [
    { family: '\ud800' },
    { text: '\ud800' },
    { category: 'a\udc00' },
    { where: ['__NAME=\ud800'] },
  ]) {
    const answer = await caller.call('POST', '/api/products/v1/deletions', {
      body: JSON.stringify({ filter }),
      headers: { 'content-type': 'application/json' },
    });
    assert.deepEqual([answer.status, answer.body.code], [400, 'invalid-body'], answer.text);
  }
});

test('ids without a product are reported one by one, the other products are deleted', async () => {
  const caller = await service.client('named');
  await caller.importProducts(products(3));
  const report = await deleteAll(caller, { productIds: ['p-0002', 'nowhere', 'p-0000', 'p-0000', '', 'nul\u0000'] });
  assert.deepEqual(
    { chosen: report.chosen, deleted: report.deleted, kept: report.kept },
    { chosen: 5, deleted: 2, kept: 3 },
  );
  assert.deepEqual(
    report.problems.map(({ productId, code }: { productId: string; code: string }) => [productId, code]),
    [
      ['', 'unknown-product'],
      ['nul\uFFFD', 'unknown-product'],
      ['nowhere', 'unknown-product'],
    ],
  );
  assert.deepEqual([...(await caller.exported()).keys()], ['p-0001']);
});

test('each deleted product has the same history as after a single deletion, and releases its assets', async () => {
  const caller = await service.client('remembered');
  await caller.importProducts([{ __ID: 'a', color: 'red', PRIMARY_ASSET: 'a.jpg' }]);
  await caller.importProducts([{ __ID: 'a', color: 'green' }]);
  await caller.importProducts([{ __ID: 'b', color: 'red', PRIMARY_ASSET: 'b.jpg' }]);
  await caller.importProducts([{ __ID: 'b', color: 'green' }]);
  await deleteAll(caller, { productIds: ['a'] });
  assert.equal((await caller.call('DELETE', '/api/products/v1/products/b')).status, 204);
  const history = async (id: string) => {
    const { body } = await caller.call('GET', `/api/products/v1/products/${id}/history`);
    return body.entries.map(({ kind, actor, changes }: Record<string, unknown>) => ({ kind, actor, changes }));
  };
  const [ofA, ofB] = [await history('a'), await history('b')];
  assert.deepEqual(
    ofA.map(({ kind }: { kind: string }) => kind),
    ['deleted', 'updated', 'created'],
  );
  assert.deepEqual(JSON.parse(JSON.stringify(ofA).replaceAll('a.jpg', 'b.jpg')), ofB);
  const assets = await caller.call('GET', '/api/asset/v1/assets?unused=true');
  assert.deepEqual(assets.body.assets.map(({ id }: { id: string }) => id).toSorted(), ['a.jpg', 'b.jpg']);
});

test('a filter that names an unknown attribute is refused, and so are ids together with a filter; neither deletes anything', async () => {
  const caller = await service.client('refused');
  await caller.importProducts(products(2));
  assert.equal((await start(caller, { filter: { where: ['nothing=1'] } })).body.code, 'invalid-parameter');
  assert.equal((await start(caller, { filter: {}, productIds: ['p-0000'] })).body.code, 'invalid-body');
  assert.equal((await start(caller, {})).body.code, 'invalid-body');
  for (const filter of [{}, { where: [] }, { productId: [] }, { family: undefined }]) {
    const refused = await start(caller, { filter });
    assert.deepEqual([refused.status, refused.body.code], [400, 'invalid-body'], JSON.stringify(filter));
  }
  assert.equal((await start(caller, { filter: { where: [] }, all: true })).status, 400);
  assert.equal((await start(caller, { filter: { family: 'x' }, all: true })).status, 400);
  assert.equal((await start(caller, { productIds: ['p-0000'], except: ['p-0001'] })).body.code, 'invalid-body');
  assert.equal((await caller.exported()).size, 2);
});

test('products that are created or changed during a deletion are judged as they are then, and several processes delete each once', async () => {
  const caller = await service.client('raced');
  await caller.importProducts(products(2000, { color: 'red' }));
  const others = [1, 2].map(() =>
    startProductDeletions({ database: service.database, clock: systemClock, log: pino({ level: 'silent' }) }),
  );
  const [report] = await Promise.all([
    deleteAll(caller, { filter: { where: ['color=red'] } }),
    caller.importProducts([{ __ID: 'p-1999', color: 'green' }]),
    ...others.map((one) => one.drain()),
  ]);
  for (const one of others) await one[Symbol.asyncDispose]();
  const left = await caller.exported();
  assert.equal(report.status, 'Completed');
  assert.equal(report.deleted, report.chosen - report.kept);
  assert.ok(
    [...left.values()].every(({ color }) => color === 'green'),
    'nothing red is left',
  );
  const { rows } = await sql<{ deletions: number }>`
    select count(*) as deletions
    from product_history
    where product_history.client_id = 'raced' and product_history.kind = 'deleted'`.execute(service.database);
  assert.equal(rows[0]?.deletions, report.deleted);
});

/** Counts matching products before a deletion, as the console does. Returns the count and its time. */
async function counted(caller: TestCaller, where: string): Promise<{ expected: number; asOf: string }> {
  const list = await caller.call('GET', `/api/products/v1/products?limit=1&count=true&where=${where}`);
  assert.equal(list.status, 200, list.text);
  return { expected: list.body.count, asOf: list.body.countedAt };
}

test('if the number of matching products differs from the count nothing is deleted, and the answer has the new number', async () => {
  const caller = await service.client('recounted');
  await caller.importProducts(products(3, { color: 'red' }));
  const filter = { where: ['color=red'] };
  const seen = await counted(caller, 'color=red');
  assert.equal(seen.expected, 3);
  await caller.importProducts([{ __ID: 'late', color: 'red' }]);
  const refused = await start(caller, { filter, ...seen });
  assert.deepEqual([refused.status, refused.body.code, refused.body.count], [409, 'count-differs', 4]);
  assert.equal((await caller.exported()).size, 4);
  const report = await deleteAll(caller, { filter, expected: refused.body.count, asOf: refused.body.countedAt });
  assert.deepEqual([report.chosen, report.deleted, report.kept], [4, 4, 0]);
});

test('excepted products are not part of the expected number', async () => {
  const caller = await service.client('excepted');
  await caller.importProducts([...products(4, { color: 'red' }), { __ID: 'blue', color: 'blue' }]);
  const request = { filter: { where: ['color=red'] }, except: ['p-0001', 'blue', 'nowhere'] };
  assert.equal((await start(caller, { ...request, expected: 4 })).body.count, 3);
  assert.equal((await deleteAll(caller, { ...request, expected: 3 })).deleted, 3);
});

test('products that changed after the count are kept and reported, even if as many match as before', async () => {
  const caller = await service.client('changed');
  await caller.importProducts(products(3, { color: 'red' }));
  const seen = await counted(caller, 'color=red');
  await caller.importProducts([{ __ID: 'p-0001', size: 'XL' }]);
  const report = await deleteAll(caller, { filter: { where: ['color=red'] }, ...seen });
  assert.deepEqual([report.deleted, report.kept], [2, 1]);
  assert.deepEqual(
    report.problems.map(({ productId, code }: Record<string, unknown>) => [productId, code]),
    [['p-0001', 'changed-meanwhile']],
  );
  assert.deepEqual([...(await caller.exported()).keys()], ['p-0001']);
});

test('a change that is in progress during the count and is committed after it counts as later', async () => {
  const caller = await service.client('under-way');
  await caller.importProducts(products(3, { color: 'red' }));
  const begun = Promise.withResolvers<void>();
  const isCounted = Promise.withResolvers<void>();
  const change = transaction(service.database, async (transaction) => {
    await sql`
      update product
      set name = 'new', updated_at = now()
      where product.client_id = 'under-way' and product.product_id = 'p-0002'`.execute(transaction);
    begun.resolve();
    await isCounted.promise;
  });
  await begun.promise;
  const seen = await counted(caller, 'color=red');
  isCounted.resolve();
  await change;
  const report = await deleteAll(caller, { filter: { where: ['color=red'] }, ...seen });
  assert.ok((await caller.exported()).has('p-0002'));
  assert.equal(report.deleted + report.kept, 3);
});

test('an expected number is accepted only with a filter', async () => {
  const caller = await service.client('by-name');
  for (const more of [{ expected: 1 }, { asOf: '2026-01-31T12:00:00Z' }])
    assert.equal((await start(caller, { productIds: ['p-0000'], ...more })).body.code, 'invalid-body');
});

test('a filter by ids and a filter by the search index delete the same products as a scan', async () => {
  const caller = await service.client('indexed');
  await caller.importProducts(products(1200, { color: 'red', size: 'S' }));
  await service.searchIndexing.drain();
  await caller.importProducts([{ __ID: 'p-0003', color: 'blue' }]);
  const report = await deleteAll(caller, { filter: { where: ['color=red', 'size~s'] }, expected: 1199 });
  assert.deepEqual([report.chosen, report.deleted, report.kept], [1199, 1199, 0]);
  assert.deepEqual([...(await caller.exported()).keys()], ['p-0003']);
  assert.equal((await deleteAll(caller, { filter: { productId: ['p-0003', 'nowhere'] }, expected: 1 })).deleted, 1);
});

test('products are found, counted and deleted by the states of their assets, in small and in large batches', async () => {
  const caller = await service.client('stateful');
  await caller.importProducts([
    ...products(30, { PRIMARY_ASSET: 'waits.jpg', color: 'red' }),
    { __ID: 'blue', PRIMARY_ASSET: 'waits too.jpg', color: 'blue' },
    { __ID: 'bare' },
  ]);
  const list = (query: string) =>
    caller.call('GET', `/api/products/v1/products?assetState=WAITING_FOR_UPLOAD&${query}`);
  const found: string[] = [];
  let next: string | null = null;
  do {
    const after: string = next === null ? '' : `&startingAfter=${next}`;
    const page: TestAnswer = await list(`limit=7&count=true${after}`);
    assert.equal(page.body.count, 31);
    found.push(...page.body.products.map(({ productId }: { productId: string }) => productId));
    next = page.body.next;
  } while (next !== null);
  assert.deepEqual(found, ['blue', ...products(30).map(({ __ID }) => __ID)]);
  assert.equal((await list('where=color%3Dred&count=true&limit=1')).body.count, 30);
  assert.equal((await list('assetState=READY&count=true&limit=1')).body.count, 31);
  const filter = { assetState: ['WAITING_FOR_UPLOAD'], where: ['color=red'] };
  assert.equal((await deleteAll(caller, { filter, expected: 30 })).deleted, 30);
  assert.deepEqual([...(await caller.exported()).keys()], ['bare', 'blue']);
});

/** Waits until the statement that counts products is waiting for a lock, and then cancels it, as its time limit would. */
async function cancelCount(): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ isCancelled: boolean }>`
      select pg_cancel_backend(activity.pid) as "isCancelled"
      from pg_stat_activity as activity
      where activity.datname = current_database()
        and activity.wait_event_type = 'Lock'
        and activity.query like '%count(%'`.execute(service.database);
    if (rows.length > 0) return;
  }
}

test('a deletion whose products cannot be counted in time deletes them nevertheless', async () => {
  const caller = await service.client('uncounted');
  await caller.importProducts([...products(600, { color: 'red' }), { __ID: 'blue', color: 'blue' }]);
  let deletionId = '';
  await transaction(service.database, async (opened) => {
    await sql`lock table product in access exclusive mode`.execute(opened);
    const started = await start(caller, { filter: { where: ['color=red'] } });
    assert.equal(started.status, 202, started.text);
    deletionId = started.body.deletionId;
    await cancelCount();
  });
  let report: TestAnswer['body'];
  do report = (await caller.call('GET', `${path}/${deletionId}`)).body;
  while (report.status === 'Deleting');
  assert.deepEqual([report.status, report.fault, report.chosen, report.deleted], ['Completed', null, 600, 600]);
  assert.deepEqual([...(await caller.exported()).keys()], ['blue']);
});

test('a deletion whose steps always fail does not stop the others', async () => {
  const caller = await service.client('behind');
  await caller.importProducts(products(2));
  await service.client('stuck');
  await sql`
    insert into product_deletion (client_id, deletion_id, status, actor, filter, except_ids, started_at)
    values ('stuck', ${systemClock.newId()}, 'Deleting', 'x', '{"where": 7}', '{}', now() - interval '1 hour')`.execute(
    service.database,
  );
  const started = await start(caller, { filter: {}, all: true });
  assert.equal(started.status, 202, started.text);
  const failures: unknown[] = [];
  let report: TestAnswer['body'];
  for (let steps = 0; steps < 10 && report?.status !== 'Completed'; steps += 1) {
    await deleteNext({ database: service.database, clock: systemClock }).catch((error) => failures.push(error));
    report = (await caller.call('GET', `${path}/${started.body.deletionId}`)).body;
  }
  await sql`delete from product_deletion where product_deletion.client_id = 'stuck'`.execute(service.database);
  assert.deepEqual([report.status, report.deleted], ['Completed', 2], String(failures));
});
