import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { BulkEdit } from '@pimento/contract';
import { sql } from 'kysely';
import { startTestService, type TestAnswer, type TestCaller, type TestService } from '../../test-service.ts';
import { ended } from '../bulk-calls.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service[Symbol.asyncDispose]());

const path = '/api/products/v1/deletions';
const post = (caller: TestCaller, address: string, body: unknown): Promise<TestAnswer> =>
  caller.call('POST', address, { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

/** Deletes products and waits until the deletion has ended. @returns the id of the deletion */
async function deleteMany(caller: TestCaller, body: unknown): Promise<string> {
  const started = await post(caller, path, body);
  assert.equal(started.status, 202, started.text);
  const { deletionId } = started.body;
  for (;;) {
    const { body: report } = await caller.call('GET', `${path}/${deletionId}`);
    if (report.status !== 'Deleting') return deletionId;
  }
}

const startUndo = (caller: TestCaller, deletionId: string, body: object = {}): Promise<TestAnswer> =>
  post(caller, `${path}/${deletionId}/undo`, body);
const undo = async (caller: TestCaller, deletionId: string, body: object = {}): Promise<BulkEdit> =>
  ended(caller, await startUndo(caller, deletionId, body));

/** Defines the composite of the products. */
async function define(caller: TestCaller): Promise<void> {
  const attribute = (id: string, type: string, more: object = {}) => ({
    id,
    name: id,
    compositeAttribute: null,
    type: { id: type, multiValue: false },
    ...more,
  });
  const answer = await caller.call('PUT', '/api/datastandards/v1/datastandards/attributes', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify([
      attribute('parts', 'composite', { type: { id: 'composite', multiValue: true } }),
      attribute('part', 'string', { compositeAttribute: 'parts' }),
      attribute('share', 'string', { compositeAttribute: 'parts' }),
    ]),
  });
  assert.equal(answer.status, 200, answer.text);
}

const products = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    __ID: `p-${String(index).padStart(4, '0')}`,
    __NAME: `Product ${index}`,
    color: 'red',
    weight: '12345678901234567890.10',
    parts: [{ part: 'a', share: String(index) }],
  }));

test('a deletion by filter of more products than one batch is undone as one act, with all contents and revisions', async () => {
  const caller = await service.client('undone');
  await define(caller);
  await caller.importProducts([...products(1203), { __ID: 'blue', color: 'blue' }]);
  const stored = await caller.exported();
  const deletionId = await deleteMany(caller, { filter: { where: ['color=red'] } });
  assert.equal((await caller.exported()).size, 1);
  const dry = await undo(caller, deletionId, { dryRun: true });
  assert.deepEqual([dry.updated, dry.rejected, (await caller.exported()).size], [1203, 0, 1]);
  const edit = await undo(caller, deletionId);
  assert.deepEqual(
    [edit.status, edit.undoes, edit.undoesDeletion, edit.undoesImport, edit.chosen, edit.updated, edit.rejected],
    ['Completed', deletionId, true, false, 1203, 1203, 0],
  );
  assert.equal(edit.canUndo, false);
  assert.deepEqual(await caller.exported(), stored);
  const { body } = await caller.call('GET', '/api/products/v1/products/p-0000/history');
  assert.deepEqual(
    body.entries.map(({ kind }: { kind: string }) => kind),
    ['created', 'deleted', 'created'],
  );
  assert.equal(body.entries[0].jobRef, edit.editId);
});

test('products that exist again, or were deleted again by another request, are left unchanged and listed', async () => {
  const caller = await service.client('meanwhile');
  await define(caller);
  await caller.importProducts(products(4));
  const deletionId = await deleteMany(caller, { productIds: ['p-0000', 'p-0001', 'p-0002', 'p-0003'] });
  await caller.importProducts([
    { __ID: 'p-0001', color: 'green' },
    { __ID: 'p-0002', color: 'green' },
  ]);
  await caller.call('DELETE', '/api/products/v1/products/p-0002');
  const edit = await undo(caller, deletionId);
  assert.deepEqual([edit.updated, edit.rejected], [2, 2]);
  assert.deepEqual(
    edit.errors.map(({ productId, code }) => [productId, code]),
    [
      ['p-0001', 'changed-meanwhile'],
      ['p-0002', 'changed-meanwhile'],
    ],
  );
  const now = await caller.exported();
  assert.deepEqual([...now.keys()], ['p-0000', 'p-0001', 'p-0003']);
  assert.deepEqual(now.get('p-0001'), { __ID: 'p-0001', color: 'green' });
});

test('a product with a value whose definition was deleted is not restored, and the undo can be repeated', async () => {
  const caller = await service.client('undefined');
  await caller.importProducts([
    { __ID: 'a', kept: '1' },
    { __ID: 'b', dropped: '1' },
  ]);
  const deletionId = await deleteMany(caller, { filter: {}, all: true });
  assert.equal((await caller.call('DELETE', '/api/datastandards/v1/datastandards/attributes/dropped')).status, 204);
  const edit = await undo(caller, deletionId);
  assert.deepEqual([edit.updated, edit.rejected], [1, 1]);
  assert.deepEqual(
    edit.errors.map(({ productId, code }) => [productId, code]),
    [['b', 'not-possible-now']],
  );
  const again = await undo(caller, deletionId);
  assert.deepEqual([again.updated, again.unchanged, again.rejected], [0, 1, 1]);
});

test('a deletion is undone once; the undo itself, and a deletion that deleted nothing, cannot be undone', async () => {
  const caller = await service.client('once');
  await define(caller);
  await caller.importProducts(products(2));
  const deletionId = await deleteMany(caller, { filter: { where: ['color=red'] } });
  const edit = await undo(caller, deletionId);
  const again = await startUndo(caller, deletionId);
  assert.deepEqual([again.status, again.body.code, again.body.undoneBy], [409, 'not-possible-now', edit.editId]);
  const undone = await post(caller, `/api/products/v1/bulk-edits/${edit.editId}/undo`, {});
  assert.deepEqual([undone.status, undone.body.params.kind], [409, 'restored-by-undo']);
  const empty = await deleteMany(caller, { productIds: ['nothing'] });
  const report = await caller.call('GET', `${path}/${empty}`);
  assert.equal(report.body.canUndo, false);
  assert.equal((await startUndo(caller, empty)).body.params.kind, 'nothing-to-undo');
  const other = await service.client('other-deletions');
  assert.equal((await startUndo(other, deletionId)).body.code, 'unknown-job');
});

test('a deletion of which a process of the former release deleted a batch, without recording it, is not undone in part', async () => {
  const caller = await service.client('partly-recorded');
  await define(caller);
  await caller.importProducts(products(501));
  const deletionId = await deleteMany(caller, { filter: { where: ['color=red'] } });
  const canUndo = async () => (await caller.call('GET', `${path}/${deletionId}`)).body.canUndo;
  assert.equal(await canUndo(), true);
  const { numAffectedRows } = await sql`
    delete from product_deletion_part
    where product_deletion_part.client_id = 'partly-recorded'
      and product_deletion_part.deletion_id = ${deletionId}
      and product_deletion_part.part_no = 0`.execute(service.database);
  assert.equal(numAffectedRows, 1n);
  assert.equal(await canUndo(), false);
  assert.equal((await startUndo(caller, deletionId)).status, 409);
  assert.equal((await caller.exported()).size, 0);
});

test('deletions that can be undone are listed newest first with who and how many, and with their undo once it has begun', async () => {
  const caller = await service.client('listed');
  await define(caller);
  await caller.importProducts(products(3));
  const first = await deleteMany(caller, { productIds: ['p-0000', 'p-0001'] });
  const second = await deleteMany(caller, { productIds: ['p-0002'] });
  await deleteMany(caller, { productIds: ['unknown'] });
  const { editId } = await undo(caller, first);
  const { body } = await caller.call('GET', `${path}?limit=1`);
  assert.deepEqual([body.hasMore, body.deletions.length], [true, 1]);
  const { body: rest } = await caller.call('GET', `${path}?startingAfter=${body.next}`);
  const listed = [...body.deletions, ...rest.deletions];
  assert.deepEqual(
    listed.map(({ deletionId, deleted, undoneBy }) => [deletionId, deleted, undoneBy]),
    [
      [second, 1, null],
      [first, 2, editId],
    ],
  );
  assert.equal(listed[0].actor.kind, 'key');
  assert.equal(typeof listed[0].actor.name, 'string');
});
