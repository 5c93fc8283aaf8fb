import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { transaction } from '../../src/platform/core.ts';
import { startTestService, type TestAnswer, type TestCaller } from '../test-service.ts';
import { assertCounts, problemsOf } from './import-answers.ts';
import { openWireImport } from './import-wire.ts';

const service = await startTestService({ importLimits: { bodyBytes: 1e9, productBytes: 4e6, atomicProducts: 3_000 } });
after(() => service[Symbol.asyncDispose]());

const atomic = '?atomic=true';
const dryRun = '?dryRun=true';
const products = (count: number, more: Record<string, unknown> = {}) =>
  Array.from({ length: count }, (_, at) => ({ __ID: `p${at}`, text: `value ${at}`, ...more }));

/** Counts the rows that an import can store, except jobs, and finds the newest transaction that wrote a product. */
async function rowsOf({ clientId }: TestCaller): Promise<Record<string, unknown> | undefined> {
  const { rows } = await sql<Record<string, unknown>>`
    select
      (select count(*) from product where product.client_id = ${clientId}) as products,
      (select count(*) from product_history where product_history.client_id = ${clientId}) as history,
      (select count(*) from attribute where attribute.client_id = ${clientId}) as attributes,
      (select count(*) from category where category.client_id = ${clientId}) as categories,
      (select max(product.xmin::text::bigint) from product where product.client_id = ${clientId}) as newest`.execute(
    service.database,
  );
  return rows[0];
}

test('An atomic import stores its products, definitions and categories together.', async () => {
  const caller = await service.client('atomic');
  const answer = await caller.importProducts([...products(2_000, { __CATEGORY: 'c' }), { a: 'no id' }], atomic);
  assertCounts(answer, [2_000, 0, 0, 1]);
  assert.deepEqual(answer.body.createdAttributes, ['text']);
  assertCounts(await caller.importProducts(products(2_000, { __CATEGORY: 'c' }), atomic), [0, 0, 2_000, 0]);
  assertCounts(
    await caller.importProducts(
      [
        { __ID: 'p0', text: 'a' },
        { __ID: 'p0', text: 'b' },
      ],
      atomic,
    ),
    [0, 2, 0, 0],
  );
});

test('An atomic import that fails anywhere has stored nothing at all.', async () => {
  const caller = await service.client('nothing');
  const nothing = await rowsOf(caller);
  const text = JSON.stringify({ products: products(2_500, { fresh: 'a', __CATEGORY: 'c' }) });
  const broken = await caller.importBody(text.slice(0, -3), { query: atomic });
  assert.deepEqual([broken.status, broken.body.code, broken.body.handled], [400, 'malformed-json', 0]);
  assert.deepEqual(await rowsOf(caller), nothing);
  const job = await caller.call('GET', `/api/import/v1/jobs/${broken.body.jobRef}`);
  assert.deepEqual([job.body.status, job.body.handled, job.body.created], ['Failed', 0, 0]);

  const many = await caller.importProducts(products(3_001, { fresh: 'a' }), atomic);
  assert.deepEqual([many.status, many.body.code, many.body.handled], [413, 'too-many-products', 0], many.text);
  assert.deepEqual(await rowsOf(caller), nothing);
  assertCounts(await caller.importProducts(products(3_000), atomic), [3_000, 0, 0, 0]);
});

test('No other request waits while the body of an atomic import arrives.', async () => {
  const caller = await service.client('slow');
  const wire = await openWireImport(service.port, caller, { query: atomic });
  await wire.write(`{"products":[{"__ID":"slow","a":"1"},`);
  assertCounts(await caller.importProducts([{ __ID: 'quick', b: '1' }]), [1, 0, 0, 0]);
  assert.equal((await caller.define([{ id: 'c', name: 'c', type: { id: 'string', multiValue: true } }])).status, 200);
  await wire.write('{"__ID":"slow too","c":["1"]}]}');
  wire.end();
  const { status, body } = await wire.answer();
  assert.deepEqual([status, body.created], [200, 2]);
});

/** Returns the part of the response that must be the same for a dry run and a real import. */
const essence = ({ body }: TestAnswer): unknown => {
  const { jobRef: _ref, dryRun: _dry, startedAt: _start, finishedAt: _finish, durationMs: _ms, ...rest } = body;
  return rest;
};

test('A dry run answers what the import would answer, and stores nothing but its job.', async () => {
  const caller = await service.client('dry');
  await caller.define([
    { id: 'group', name: 'group', type: { id: 'composite', multiValue: true } },
    { id: 'cell', name: 'cell', type: { id: 'string', multiValue: false }, compositeAttribute: 'group' },
  ]);
  await caller.importProducts([
    { __ID: 'p1', text: 'value 1' },
    { __ID: 'p2', text: 'other' },
    { __ID: 'stored top', PACKAGING: ['stored middle'] },
    { __ID: 'stored middle', PACKAGING: ['p7'] },
  ]);
  const body = [
    ...products(2_600),
    // Ids of an earlier batch: with an unchanged value, with a changed value, with an array as value, and in different letter case.
    { __ID: 'p3', text: 'value 3' },
    { __ID: 'p4', text: 'changed' },
    { __ID: 'p5', text: ['array'] },
    { __ID: 'P6' },
    { __ID: 'new', fresh: ['a'], __CATEGORY: 'fresh', group: [{ cell: '1' }] },
    { __ID: 'bad', group: [{ other: '1' }] },
    // a cycle through stored links, and a cycle within this body
    { __ID: 'p7', PACKAGING: ['stored top'] },
    { __ID: 'p8', PACKAGING: ['p9'] },
    ...products(1_100, { PACKAGING: [] }).slice(1_000),
    { __ID: 'p9', PACKAGING: ['p8'] },
    { __ID: 'p8', PACKAGING: [] },
    { __ID: 'p9', PACKAGING: ['p8'] },
  ];
  const before = await rowsOf(caller);
  const dry = await caller.importProducts(body, dryRun);
  assert.equal(dry.status, 200, dry.text);
  assert.deepEqual(await rowsOf(caller), before);
  assert.equal(dry.body.dryRun, true);
  const real = await caller.importProducts(body);
  assert.deepEqual(essence(dry), essence(real));
  assert.ok(
    problemsOf(dry).filter((problem) => problem.startsWith('packaging-cycle')).length === 2,
    dry.text.slice(0, 3_000),
  );
  assert.ok(dry.body.warnings.length > 100);
  // Repeats the comparison when all products are already stored.
  const again = await caller.importProducts(body, dryRun);
  assert.deepEqual(essence(again), essence(await caller.importProducts(body)));
  const replaced = await caller.importProducts(body.slice(0, 700), '?dryRun=true&importType=REPLACEMENT');
  assert.deepEqual(
    essence(replaced),
    essence(await caller.importProducts(body.slice(0, 700), '?importType=REPLACEMENT')),
  );
});

test('A dry run of an atomic import is refused where the import would be.', async () => {
  const caller = await service.client('dry atomic');
  const answer = await caller.importProducts(products(3_001), '?dryRun=true&atomic=true');
  assert.deepEqual([answer.status, answer.body.code], [413, 'too-many-products']);
  assertCounts(await caller.importProducts(products(3_000), '?dryRun=true&atomic=true'), [3_000, 0, 0, 0]);
  assert.equal((await caller.exported()).size, 0);
});

test('A dry run keeps its job and its errors, and a broken body is reported as always.', async () => {
  const caller = await service.client('dry job');
  const answer = await caller.importProducts([{ __ID: 'a' }, {}], dryRun);
  const { body: job } = await caller.call('GET', `/api/import/v1/jobs/${answer.body.jobRef}`);
  assert.deepEqual(
    [job.status, job.dryRun, job.created, job.rejected, job.errors.length],
    ['Completed', true, 1, 1, 1],
  );
  const broken = await caller.importBody(JSON.stringify({ products: products(2_500) }).slice(0, -2), { query: dryRun });
  assert.deepEqual([broken.status, broken.body.code, broken.body.handled], [400, 'malformed-json', 0]);
  assert.equal((await caller.exported()).size, 0);
});

/** Waits until the client's latest import is a dry run that has begun, and returns its id. */
async function untilDryRun(caller: TestCaller): Promise<string> {
  for (;;) {
    const { body } = await caller.call('GET', '/api/import/v1/jobs?limit=1');
    if (body.jobs[0]?.dryRun) return body.jobs[0].jobRef;
  }
}

/** Waits until a statement waits for a lock. */
async function untilWaiting(): Promise<void> {
  const isWaiting = sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await isWaiting.execute(service.database)).rows.length === 0);
}

test('A running dry run blocks no other request.', async () => {
  const caller = await service.client('dry slow');
  await caller.importProducts(products(6_000));
  const wire = await openWireImport(service.port, caller, { query: dryRun });
  const changed = JSON.stringify({ products: products(6_000, { text: 'dry', seen: 'x', __CATEGORY: 'x' }) });
  await wire.write(changed.slice(0, -2));
  const jobRef = await untilDryRun(caller);
  await transaction(service.database, async (opened) => {
    // after its first batch, the dry run waits for this lock on its job
    await sql`select from import_job where import_job.job_id = ${jobRef}::uuid for update`.execute(opened);
    await wire.write(']}');
    wire.end();
    await untilWaiting();
    assertCounts(
      await caller.importProducts(products(3_000, { text: 'real', seen: ['y'], __CATEGORY: 'y' }), atomic),
      [0, 3_000, 0, 0],
    );
    assert.equal((await caller.call('DELETE', '/api/products/v1/products/p0')).status, 204);
  });
  assert.equal((await wire.answer()).status, 200);
  assert.deepEqual(await caller.product('p1'), { __ID: 'p1', __CATEGORY: 'y', text: 'real', seen: ['y'] });
});

test('Connections that served dry runs serve imports as before.', async () => {
  const caller = await service.client('after dry');
  await Promise.all(Array.from({ length: 6 }, () => caller.importProducts(products(10), dryRun)));
  const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => caller.importProducts([{ __ID: `a${at}` }])));
  assert.ok(answers.every(({ body }) => body.created === 1));
  assert.equal((await caller.exported()).size, 8);
});
