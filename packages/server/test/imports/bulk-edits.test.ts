import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { BulkChange } from '@pimento/contract';
import { sql } from 'kysely';
import { createBulkJob } from '../../src/imports/bulk/bulk-store.ts';
import { clientIdOf, systemClock, transaction } from '../../src/platform/index.ts';
import { startTestService, type TestCaller, type TestService } from '../test-service.ts';
import { cancelEdit, countsOf, ended, getEdit, runEdit, runUndo, startEdit, startUndo } from './bulk-calls.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service[Symbol.asyncDispose]());

const definitions = [
  { id: 'color', name: 'Color', type: { id: 'string', multiValue: false } },
  { id: 'weight', name: 'Weight', type: { id: 'decimal', multiValue: false } },
  { id: 'tags', name: 'Tags', type: { id: 'string', multiValue: true } },
  { id: 'parts', name: 'Parts', type: { id: 'composite', multiValue: true } },
  { id: 'lang', name: 'Language', type: { id: 'string', multiValue: false }, compositeAttribute: 'parts' },
  { id: 'notes', name: 'Notes', type: { id: 'string', multiValue: true }, compositeAttribute: 'parts' },
];

async function world(clientId: string, products: readonly object[] = []): Promise<TestCaller> {
  const caller = await service.client(clientId);
  await caller.define(definitions);
  if (products.length > 0) await caller.importProducts(products);
  return caller;
}

const idOf = (at: number) => `p-${String(at).padStart(4, '0')}`;
const products = (count: number, more: (at: number) => object = () => ({})) =>
  Array.from({ length: count }, (_, at) => ({ __ID: idOf(at), ...more(at) }));
const allOf = { filter: {}, all: true };
const set = (attribute: string, value: unknown) => ({ kind: 'set', attribute: [attribute], value });
const catalogue = async (caller: TestCaller) => [...(await caller.exported()).values()];

test('one change sets a value of all products that match a filter, with the origin bulk in jobs and history, and an undo restores each', async () => {
  const caller = await world('filtered', [
    ...products(1_200, (at) => (at % 3 === 0 ? { color: 'red', weight: '1' } : { color: 'red' })),
    { __ID: 'blue', color: 'blue' },
  ]);
  const before = await catalogue(caller);
  const request = {
    filter: { where: ['color=red'] },
    except: [idOf(7)],
    expected: 1_199,
    changes: [set('weight', '2.50')],
  };
  const edit = await runEdit(caller, request);
  assert.deepEqual([edit.status, edit.chosen, ...countsOf(edit)], ['Completed', 1_199, 1_199, 0, 0]);
  assert.deepEqual([edit.canUndo, edit.undoes, edit.changes], [true, null, request.changes]);
  const after = await caller.exported();
  assert.deepEqual(
    [after.get(idOf(0)), after.get(idOf(7)), after.get('blue')].map((one) => one?.['weight']),
    ['2.50', undefined, undefined],
  );
  const jobs = await caller.call('GET', '/api/import/v1/jobs?origin=bulk');
  assert.deepEqual(
    jobs.body.jobs.map(({ jobRef, origin }: Record<string, string>) => [jobRef, origin]),
    [[edit.editId, 'bulk']],
  );
  const history = await caller.call('GET', `/api/products/v1/products/${idOf(0)}/history`);
  assert.deepEqual(
    [history.body.entries[0].jobRef, history.body.entries[0].changes],
    [edit.editId, [{ attribute: 'weight', old: '1', new: '2.50' }]],
  );

  const undo = await runUndo(caller, edit.editId);
  assert.deepEqual([undo.status, undo.undoes, ...countsOf(undo)], ['Completed', edit.editId, 1_199, 0, 0]);
  assert.deepEqual(await catalogue(caller), before);
  const { body } = await getEdit(caller, edit.editId);
  assert.deepEqual([body.undoneBy, body.canUndo], [undo.editId, false]);
  const again = await startUndo(caller, edit.editId);
  assert.deepEqual([again.status, again.body.code], [409, 'not-possible-now']);
  const redo = await runUndo(caller, undo.editId);
  assert.deepEqual(countsOf(redo), [1_199, 0, 0]);
});

test('a dry run has the counts, the problems and samples of what would change, and stores nothing', async () => {
  const caller = await world('dry', [
    ...products(6, (at) => ({ color: `red ${at}`, weight: '5' })),
    { __ID: 'same', weight: '7' },
  ]);
  const before = await catalogue(caller);
  const edit = await runEdit(caller, {
    ...allOf,
    changes: [
      set('weight', '7'),
      { kind: 'replace', attribute: ['color'], find: 'RED', replacement: '$& green', ignoreCase: true },
    ],
    dryRun: true,
  });
  assert.deepEqual([edit.status, edit.chosen, ...countsOf(edit), edit.canUndo], ['Completed', 7, 6, 1, 0, false]);
  assert.equal(edit.samples.length, 5);
  assert.deepEqual(edit.samples[0], {
    productId: idOf(0),
    name: null,
    values: [
      { attribute: ['weight'], before: '5', after: '7' },
      { attribute: ['color'], before: 'red 0', after: '$& green 0' },
    ],
  });
  assert.deepEqual(await catalogue(caller), before);
  assert.deepEqual(
    (await caller.call('GET', '/api/import/v1/jobs?origin=bulk')).body.jobs,
    [],
    'previews are not listed',
  );
});

test('a product that cannot take the value is rejected with the reason and stays as it is', async () => {
  const caller = await world(
    'rejecting',
    products(3, (at) => ({ color: at === 0 ? '12' : 'a lot', weight: '1' })),
  );
  const edit = await runEdit(caller, { ...allOf, changes: [{ kind: 'copy', attribute: ['weight'], from: ['color'] }] });
  assert.deepEqual([...countsOf(edit), edit.errorCounts], [1, 0, 2, { 'not-a-decimal': 2 }]);
  assert.deepEqual(
    edit.errors.map(({ productId }) => productId),
    [idOf(1), idOf(2)],
  );
  assert.deepEqual(
    (await catalogue(caller)).map((one) => one['weight']),
    ['12', '1', '1'],
  );
});

test('lists, fields and values in every row of a composite are changed, and the changes apply in their order', async () => {
  const parts = [{ Language: 'en', Notes: ['x', 'y'] }, { Language: 'de' }];
  const caller = await world('kinds', [
    { __ID: 'a', tags: ['one', 'two'], parts, color: 'red', __FAMILY: 'old' },
    { __ID: 'b', tags: ['two'], __NAME: 'B' },
  ]);
  const before = await catalogue(caller);
  const edit = await runEdit(caller, {
    productIds: ['a', 'b'],
    changes: [
      { kind: 'add', attribute: ['tags'], values: ['new', 'two', 'new'] },
      { kind: 'remove', attribute: ['tags'], values: ['one'] },
      { kind: 'replace', attribute: ['tags'], find: 'new', replacement: 'newer' },
      { kind: 'set', attribute: ['parts', 'Language'], value: 'fr' },
      { kind: 'add', attribute: ['parts', 'notes'], values: ['y', 'z'] },
      set('__FAMILY', 'young'),
      { kind: 'copy', attribute: ['__CATEGORY'], from: ['color'] },
      { kind: 'clear', attribute: ['color'] },
    ],
  });
  assert.deepEqual(countsOf(edit), [2, 0, 0]);
  assert.deepEqual(await caller.product('a'), {
    __ID: 'a',
    __FAMILY: 'young',
    __CATEGORY: 'red',
    tags: ['two', 'newer'],
    parts: [
      { Language: 'fr', Notes: ['x', 'y', 'z'] },
      { Language: 'fr', Notes: ['y', 'z'] },
    ],
  });
  assert.deepEqual(await caller.product('b'), { __ID: 'b', __NAME: 'B', __FAMILY: 'young', tags: ['two', 'newer'] });
  assert.deepEqual(countsOf(await runUndo(caller, edit.editId)), [2, 0, 0]);
  assert.deepEqual(await catalogue(caller), before);
});

test('bulk edits are undone one after the other, the last one first, and an undo that left products is repeated', async () => {
  const caller = await world(
    'stacked',
    products(4, (at) => ({ color: `red ${at}`, weight: '1' })),
  );
  const before = await catalogue(caller);
  const colors = await runEdit(caller, { ...allOf, changes: [set('color', 'blue')] });
  const between = await catalogue(caller);
  const weights = await runEdit(caller, {
    filter: { where: ['color=blue'] },
    expected: 4,
    changes: [set('weight', '2')],
  });
  assert.deepEqual(countsOf(await runUndo(caller, colors.editId)), [0, 0, 4]);
  assert.deepEqual(countsOf(await runUndo(caller, weights.editId)), [4, 0, 0]);
  assert.deepEqual(await catalogue(caller), between);
  await caller.importProducts([{ __ID: idOf(1), weight: '3' }]);
  const undo = await runUndo(caller, colors.editId);
  assert.deepEqual([...countsOf(undo), undo.errors[0]?.productId], [3, 0, 1, idOf(1)]);
  const restored = await catalogue(caller);
  assert.deepEqual([restored[0], restored[2], restored[3]], [before[0], before[2], before[3]]);
  assert.equal(restored[1]?.['color'], 'blue');
  assert.deepEqual(countsOf(await runUndo(caller, undo.editId)), [3, 0, 0], 'an undo can be undone as before');
});

test('an undo leaves products alone that were changed or deleted since, whatever was changed, and lists them', async () => {
  const caller = await world(
    'changed',
    products(5, () => ({ color: 'red' })),
  );
  const edit = await runEdit(caller, { ...allOf, changes: [set('color', 'blue')] });
  await caller.importProducts([{ __ID: idOf(1), weight: '3' }]);
  await caller.importProducts([{ __ID: idOf(2), color: 'green' }]);
  await caller.call('DELETE', `/api/products/v1/products/${idOf(3)}`);
  const undo = await runUndo(caller, edit.editId);
  assert.deepEqual([...countsOf(undo), undo.errorCounts], [2, 0, 3, { 'changed-meanwhile': 3 }]);
  assert.deepEqual(
    undo.errors.map(({ productId }) => productId),
    [idOf(1), idOf(2), idOf(3)],
  );
  assert.deepEqual(
    (await catalogue(caller)).map((one) => one['color']),
    ['red', 'blue', 'green', 'red'],
  );
});

test('requests that cannot be meant are refused and start nothing', async () => {
  const caller = await world('refused', products(2));
  const code = async (body: object) => (await startEdit(caller, body)).body.code;
  const of = (change: object) => ({ ...allOf, changes: [change] });
  const faultOf = async (change: object) => (await startEdit(caller, of(change))).body.params.faults[0].kind;
  assert.equal(await code({ filter: {}, changes: [set('color', 'x')] }), 'invalid-body');
  assert.equal(await code({ ...allOf, changes: [] }), 'invalid-body');
  assert.equal(await code(of(set('color', 'a\u0000'))), 'invalid-body');
  assert.equal(await code({ filter: { where: ['nothing=1'] }, changes: [set('color', 'x')] }), 'invalid-parameter');
  assert.equal(await faultOf(set('nothing', 'x')), 'unknown');
  assert.equal(await faultOf(set('parts', 'x')), 'whole-composite');
  assert.equal(await faultOf(set('color', ['x'])), 'one-value');
  assert.equal(await faultOf({ kind: 'add', attribute: ['color'], values: ['x'] }), 'not-a-list');
  assert.equal(await faultOf({ kind: 'copy', attribute: ['color'], from: ['parts', 'lang'] }), 'copied-row');
  assert.equal(await faultOf(set('__ID', 'x')), 'not-editable');
  const counted = await startEdit(caller, { filter: {}, expected: 3, changes: [set('color', 'x')] });
  assert.deepEqual([counted.status, counted.body.code, counted.body.count], [409, 'count-differs', 2]);
  const none = '01890000-0000-7000-8000-000000000000';
  for (const answer of [await getEdit(caller, none), await cancelEdit(caller, 'x'), await startUndo(caller, none)])
    assert.deepEqual([answer.status, answer.body.code], [404, 'unknown-job']);
  assert.ok((await catalogue(caller)).every((one) => !('color' in one)));
});

test('a change that would make a product too large is refused for it alone, whatever the request multiplies', async () => {
  const caller = await world('grown', [
    { __ID: 'long', color: 'a'.repeat(100_000), parts: Array.from({ length: 2_000 }, () => ({ lang: 'en' })) },
    { __ID: 'short', color: 'a', parts: [{ lang: 'en' }] },
  ]);
  const before = (await caller.exported()).get('long');
  const long = 'b'.repeat(10_000);
  for (const change of [
    { kind: 'replace', attribute: ['color'], find: 'a', replacement: long },
    { kind: 'set', attribute: ['parts', 'lang'], value: long },
  ]) {
    const edit = await runEdit(caller, { ...allOf, changes: [change] });
    assert.deepEqual(
      [edit.status, ...countsOf(edit), edit.errorCounts],
      ['Completed', 1, 0, 1, { 'text-too-long': 1 }],
    );
  }
  assert.deepEqual((await caller.exported()).get('long'), before);
  const large = { ...allOf, changes: Array.from({ length: 11 }, () => set('color', 'x'.repeat(100_000))) };
  assert.equal((await startEdit(caller, large)).body.code, 'invalid-body');
});

test('ids without a product are rejected one by one, and no product is created', async () => {
  const caller = await world('named', products(1));
  const edit = await runEdit(caller, {
    productIds: [idOf(0), 'nowhere', ' ', 'x'.repeat(300)],
    changes: [set('color', 'x')],
  });
  assert.deepEqual([edit.chosen, ...countsOf(edit)], [4, 1, 0, 3]);
  assert.deepEqual([...(await caller.exported()).keys()], [idOf(0)]);
});

test('of a bulk edit and an import at the same time each change is stored or reported, and none is lost', async () => {
  const size = 3_000;
  const caller = await world(
    'raced',
    products(size, () => ({ tags: ['old'] })),
  );
  const [edit, imported] = await Promise.all([
    runEdit(caller, { ...allOf, changes: [{ kind: 'add', attribute: ['tags'], values: ['bulk'] }] }),
    caller.importProducts(products(size, () => ({ tags: ['import'], color: 'green' }))),
  ]);
  assert.equal(imported.body.updated, size);
  assert.equal(edit.updated + edit.rejected, size);
  const { rows } = await sql<{ productId: string; jobRef: string; old: string[]; next: string[] }>`
    select
      product_history.product_id as "productId", product_history.job_id as "jobRef",
      change.value -> 'old' as old, change.value -> 'new' as next
    from product_history
    cross join lateral jsonb_array_elements(product_history.changes) as change (value)
    where product_history.client_id = 'raced' and change.value ->> 'attribute' = 'tags'
    order by product_history.product_id, product_history.history_id`.execute(service.database);
  assert.equal(rows.filter(({ jobRef }) => jobRef === edit.editId).length, edit.updated);
  const last = new Map<string, string[]>();
  for (const { productId, old, next } of rows) {
    assert.deepEqual(old, last.get(productId) ?? ['old'], `${productId} was changed from the value that it had`);
    last.set(productId, next);
  }
  for (const { __ID: id, tags, color } of await catalogue(caller))
    assert.deepEqual([tags, color], [last.get(String(id)), 'green']);
});

test('a cancelled bulk edit stops, says so, and its undo restores what it had changed; one client has a limit of running ones', async () => {
  const caller = await world(
    'cancelled',
    products(4_000, () => ({ color: 'red' })),
  );
  const request = { ...allOf, changes: [set('color', 'blue')] };
  const started = await startEdit(caller, request);
  const { body } = await cancelEdit(caller, started.body.editId);
  assert.deepEqual([body.status, body.fault.code], ['Cancelled', 'cancelled']);
  const { body: later } = await cancelEdit(caller, started.body.editId);
  assert.deepEqual([later.status, later.updated], ['Cancelled', body.updated], 'nothing is stored after the end');
  if (body.updated > 0) assert.deepEqual(countsOf(await runUndo(caller, body.editId)), [body.updated, 0, 0]);
  const previews: string[] = [];
  let refused: string | undefined;
  while (previews.length < 30 && refused === undefined) {
    const { body: one } = await startEdit(caller, { ...request, dryRun: true });
    if (one.editId === undefined) refused = one.code;
    else previews.push(one.editId);
  }
  assert.equal(refused, 'too-many-requests');
  for (const editId of previews) await cancelEdit(caller, editId);
  assert.ok((await catalogue(caller)).every(({ color }) => color === 'red'));
});

test('a bulk edit whose process was killed goes on where it ended, and changes each product once', async () => {
  const caller = await world(
    'killed',
    products(3_500, () => ({ tags: ['old'] })),
  );
  const jobId = systemClock.newId();
  const clientId = clientIdOf('killed');
  // This is the state after a process was killed. The products are determined, the first batch is stored, and no process owns the job.
  const changes: BulkChange[] = [{ kind: 'replace', attribute: ['tags'], find: 'old', replacement: 'older' }];
  const first = products(1_000, () => ({ tags: ['older'] }));
  await caller.importProducts(first);
  await transaction(service.database, async (opened) => {
    const choice = { kind: 'ids', productIds: products(3_500).map(({ __ID: id }) => id) } as const;
    await createBulkJob(
      opened,
      { clientId, jobId, actor: `key:${caller.keyId}`, dryRun: false },
      { changes, undoes: null, choice },
    );
    await sql`update import_job set handled = 1000, updated = 1000 where client_id = 'killed' and job_id = ${jobId}`.execute(
      opened,
    );
  });
  const edit = await ended(caller, { ...(await getEdit(caller, jobId)), status: 202 });
  assert.deepEqual([edit.status, ...countsOf(edit)], ['Completed', 3_500, 0, 0]);
  assert.ok((await catalogue(caller)).every(({ tags }) => JSON.stringify(tags) === '["older"]'));
});
