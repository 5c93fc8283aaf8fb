import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProductDeletion } from '@pimento/contract';
import { readUndone } from '../../../src/imports/bulk/undo-views.ts';
import { clientIdOf, productIdOf } from '../../../src/platform/index.ts';
import { startTestService, type TestAnswer, type TestCaller, type TestService } from '../../test-service.ts';
import { countsOf, ended, getEdit, runEdit, runUndo } from '../bulk-calls.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service[Symbol.asyncDispose]());

const definitions = [
  { id: 'color', name: 'Color', type: { id: 'string', multiValue: false } },
  { id: 'weight', name: 'Weight', type: { id: 'decimal', multiValue: false } },
  { id: 'parts', name: 'Parts', type: { id: 'composite', multiValue: true } },
  { id: 'lang', name: 'Language', type: { id: 'string', multiValue: false }, compositeAttribute: 'parts' },
];

async function world(clientId: string): Promise<TestCaller> {
  const caller = await service.client(clientId);
  await caller.define(definitions);
  return caller;
}

const importOf = async (caller: TestCaller, products: readonly object[]): Promise<string> => {
  const { status, body, text } = await caller.importProducts(products);
  assert.equal(status, 200, text);
  return body.jobRef;
};
const undoPath = (jobRef: string) => `/api/import/v1/jobs/${jobRef}/undo`;
const undo = (caller: TestCaller, jobRef: string, body: object = {}): Promise<TestAnswer> =>
  caller.call('POST', undoPath(jobRef), {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
/** Waits until the bulk edit that performs an undo has ended, and returns it. */
const restored = async (caller: TestCaller, started: TestAnswer) => {
  assert.equal(started.status, 202, started.text);
  return ended(caller, { ...started, body: started.body.edit });
};
const tried = async (caller: TestCaller, jobRef: string) =>
  restored(caller, await undo(caller, jobRef, { dryRun: true }));
const undone = async (caller: TestCaller, jobRef: string) => restored(caller, await undo(caller, jobRef));

async function deleted(caller: TestCaller, { deletionId }: ProductDeletion): Promise<ProductDeletion> {
  for (;;) {
    const { body } = await caller.call('GET', `/api/products/v1/deletions/${deletionId}`);
    if (body.status !== 'Deleting') return body;
    await sleep(10);
  }
}
const catalogue = async (caller: TestCaller) => [...(await caller.exported()).values()];

test('an undo restores what an import changed, in all fields, and leaves alone and lists what changed since', async () => {
  const caller = await world('restored');
  await importOf(caller, [
    { __ID: 'a', __NAME: 'A', __FAMILY: 'old', color: 'red', parts: [{ lang: 'en' }, { lang: 'de' }] },
    { __ID: 'b', color: 'red' },
    { __ID: 'c', color: 'red' },
    { __ID: 'd', color: 'red' },
    { __ID: 'box', PACKAGING: [{ __ID: 'a', QUANTITY: 6 }] },
  ]);
  const before = await catalogue(caller);
  const jobRef = await importOf(caller, [
    { __ID: 'a', __NAME: 'Other', __FAMILY: 'new', color: 'blue', weight: '2.50', parts: [{ lang: 'fr' }] },
    { __ID: 'b', color: 'blue' },
    { __ID: 'c', color: 'blue' },
    { __ID: 'd', color: 'red' },
    { __ID: 'box', PACKAGING: [{ __ID: 'b', QUANTITY: '12.50' }] },
    { __ID: 'fresh', color: 'blue' },
  ]);
  await importOf(caller, [{ __ID: 'c', weight: '1' }]);

  const trial = await tried(caller, jobRef);
  assert.deepEqual([trial.status, ...countsOf(trial)], ['Completed', 3, 0, 1]);
  assert.deepEqual([trial.undoes, trial.undoesImport, trial.created], [jobRef, true, { unchanged: 1, changed: 0 }]);
  assert.equal((await caller.exported()).get('a')?.['color'], 'blue', 'a dry run stores nothing');

  const edit = await undone(caller, jobRef);
  assert.deepEqual(countsOf(edit), [3, 0, 1]);
  assert.deepEqual(
    edit.errors.map(({ productId, code }) => [productId, code]),
    [['c', 'changed-meanwhile']],
  );
  const shown = (await caller.call('GET', undoPath(jobRef))).body.edit;
  assert.deepEqual([shown.editId, ...countsOf(shown)], [edit.editId, 3, 0, 1]);
  const now = await caller.exported();
  for (const product of before.filter(({ __ID: id }) => id !== 'c'))
    assert.deepEqual(now.get(String(product['__ID'])), product);
  assert.deepEqual([now.get('c')?.['color'], now.get('fresh')?.['color']], ['blue', 'blue']);

  const redone = await runUndo(caller, edit.editId);
  assert.deepEqual(countsOf(redone), [3, 0, 0]);
  assert.equal((await caller.exported()).get('a')?.['weight'], '2.50');
});

test('an undo reads about 4 MiB of former values at a time, and restores them all', async () => {
  const caller = await world('large');
  const ids = ['a', 'b', 'c'];
  const products = ids.map((id) => ({ __ID: id, color: randomBytes(1_650_000).toString('base64') }));
  await importOf(caller, [...products, { __ID: 'd', color: 'red' }]);
  const jobRef = await importOf(
    caller,
    ids.map((id) => ({ __ID: id, color: 'blue' })),
  );
  const key = { clientId: clientIdOf('large'), jobId: jobRef };
  const asked = ['d', ...ids].map((id) => productIdOf(id));
  const first = await readUndone(service.database, key, asked);
  assert.deepEqual([[...first.products.keys()], first.read], [['a', 'b'], 3]);
  const rest = await readUndone(service.database, key, asked.slice(first.read));
  assert.deepEqual([[...rest.products.keys()], rest.read], [['c'], 1]);

  assert.deepEqual(countsOf(await undone(caller, jobRef)), [3, 0, 0]);
  const now = await caller.exported();
  for (const { __ID: id, color } of products) assert.ok(now.get(id)?.['color'] === color, id);
});

test('an undo deletes created products only on request, and only those that did not change since', async () => {
  const caller = await world('created');
  await importOf(caller, [{ __ID: 'old', color: 'red' }]);
  await caller.call('DELETE', '/api/products/v1/products/old');
  const many = Array.from({ length: 1_200 }, (_, at) => ({ __ID: `p-${at}`, color: 'blue' }));
  const jobRef = await importOf(caller, [...many, { __ID: 'old', color: 'blue' }]);
  await importOf(caller, [{ __ID: 'p-7', color: 'green' }, { __ID: 'other' }]);

  const trial = await tried(caller, jobRef);
  assert.deepEqual([...countsOf(trial), trial.created], [0, 0, 0, { unchanged: 1_200, changed: 1 }]);
  const kept = await undo(caller, jobRef);
  assert.deepEqual(
    [kept.status, kept.body.code, kept.body.params],
    [409, 'not-possible-now', { kind: 'only-created' }],
  );

  const { body } = await undo(caller, jobRef, { deleteCreated: true });
  assert.equal(body.edit, null);
  const deletion = await deleted(caller, body.deletion);
  assert.deepEqual([deletion.status, deletion.deleted, deletion.kept], ['Completed', 1_200, 1]);
  assert.deepEqual(
    deletion.problems.map(({ productId, code }) => [productId, code]),
    [['p-7', 'changed-meanwhile']],
  );
  assert.deepEqual([...(await caller.exported()).keys()], ['other', 'p-7']);
  const state = await caller.call('GET', undoPath(jobRef));
  assert.deepEqual([state.body.edit, state.body.deletion.deleted], [null, 1_200]);
  const again = await undo(caller, jobRef, { deleteCreated: true });
  const { deletionId } = deletion;
  assert.deepEqual([again.status, again.body.params], [409, { kind: 'created-deleted', deletionId }]);
  assert.equal('undoneBy' in again.body, false, 'a deletion is no bulk edit');
});

test('a product that a body contains twice gets the value from before the import', async () => {
  const caller = await world('twice');
  await importOf(caller, [
    { __ID: 'a', color: 'red' },
    { __ID: 'b', color: 'red' },
  ]);
  const before = await catalogue(caller);
  const filler = Array.from({ length: 3_000 }, (_, at) => ({ __ID: `f-${at}` }));
  const jobRef = await importOf(caller, [
    { __ID: 'a', color: 'blue' },
    ...filler,
    { __ID: 'a', color: 'green', weight: '1' },
    { __ID: 'new', color: 'x' },
    { __ID: 'new', color: 'y' },
  ]);
  const { body } = await undo(caller, jobRef, { deleteCreated: true });
  await ended(caller, { ...(await getEdit(caller, body.edit.editId)), status: 202, body: body.edit });
  assert.equal((await deleted(caller, body.deletion)).deleted, 3_001);
  assert.deepEqual(await catalogue(caller), before);
});

test('imports are undone one after the other, the last one first, also with a bulk edit and its undo in between', async () => {
  const caller = await world('chain');
  await importOf(caller, [{ __ID: 'a', color: 'red' }]);
  const first = await importOf(caller, [{ __ID: 'a', color: 'blue' }]);
  const second = await importOf(caller, [{ __ID: 'a', color: 'green' }]);
  const change = { productIds: ['a'], changes: [{ kind: 'set', attribute: ['color'], value: 'black' }] };
  const bulk = await runEdit(caller, change);
  assert.deepEqual(countsOf(await undone(caller, second)), [0, 0, 1], 'the bulk edit came later');
  assert.deepEqual(countsOf(await restored(caller, await undo(caller, bulk.editId))), [1, 0, 0]);
  assert.deepEqual(countsOf(await undone(caller, second)), [1, 0, 0]);
  assert.deepEqual(countsOf(await undone(caller, first)), [1, 0, 0]);
  assert.equal((await caller.exported()).get('a')?.['color'], 'red');
  const again = await undo(caller, first);
  assert.deepEqual([again.status, again.body.code], [409, 'not-possible-now']);
});

test('a created product that only an undone import has changed is deleted by the undo of the import that created it', async () => {
  const caller = await world('touched');
  const first = await importOf(caller, [{ __ID: 'undone', color: 'red' }, { __ID: 'changed' }, { __ID: 'edited' }]);
  const second = await importOf(caller, [
    { __ID: 'undone', color: 'blue' },
    { __ID: 'changed', color: 'blue' },
  ]);
  await importOf(caller, [{ __ID: 'edited', color: 'black' }]);
  await undone(caller, second);
  await importOf(caller, [{ __ID: 'changed', color: 'green' }]);
  assert.deepEqual((await tried(caller, first)).created, { unchanged: 1, changed: 2 });
  const { body } = await undo(caller, first, { deleteCreated: true });
  assert.equal((await deleted(caller, body.deletion)).deleted, 1);
  assert.deepEqual([...(await caller.exported()).keys()].toSorted(), ['changed', 'edited']);
});

test('of two undos at once one is started, and other clients find neither the import nor its undo', async () => {
  const caller = await world('at-once');
  await importOf(caller, [{ __ID: 'a', color: 'red' }]);
  const jobRef = await importOf(caller, [{ __ID: 'a', color: 'blue' }]);
  const started = await Promise.all([undo(caller, jobRef), undo(caller, jobRef)]);
  assert.deepEqual(
    started.map(({ status }) => status).toSorted((a, b) => a - b),
    [202, 409],
  );
  for (const one of started.filter(({ status }) => status === 202)) await restored(caller, one);
  const stranger = await world('stranger');
  assert.equal((await undo(stranger, jobRef)).status, 404);
  assert.equal((await stranger.call('GET', undoPath(jobRef))).status, 404);
  assert.equal((await undo(caller, 'nothing')).status, 404);
});
