import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { startTestService, type TestAnswer, type TestCaller, type TestService } from '../../test-service.ts';
import { ended, runEdit } from '../../imports/bulk-calls.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service[Symbol.asyncDispose]());

const list = (caller: TestCaller, ...where: string[]): Promise<TestAnswer> => {
  const conditions = where.map((one) => `&where=${encodeURIComponent(one)}`).join('');
  return caller.call('GET', `/api/products/v1/products?count=true${conditions}`);
};

async function found(caller: TestCaller, ...where: string[]): Promise<string> {
  const { status, body, text } = await list(caller, ...where);
  assert.equal(status, 200, text);
  const ids = body.products.map(({ productId }: { productId: string }) => productId).join('');
  assert.equal(body.count, ids.length);
  return ids;
}

async function importJob(caller: TestCaller, products: object[]): Promise<string> {
  const { status, body, text } = await caller.call('POST', '/api/import/v1/feeds/master', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ products }),
  });
  assert.equal(status, 200, text);
  return body.jobRef;
}

/** Deletes products and waits until the deletion has ended. @returns its id */
async function deleteProducts(caller: TestCaller, choice: object): Promise<string> {
  const path = '/api/products/v1/deletions';
  const started = await caller.call('POST', path, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(choice),
  });
  assert.equal(started.status, 202, started.text);
  const { deletionId } = started.body;
  for (;;) {
    const { body } = await caller.call('GET', `${path}/${deletionId}`);
    if (body.status !== 'Deleting') return deletionId;
  }
}

test('products are found by the imports and bulk edits that created or changed them', async () => {
  const caller = await service.client('traced');
  const first = await importJob(caller, [{ __ID: 'a', color: 'red' }, { __ID: 'b', color: 'red' }, { __ID: 'c' }]);
  const second = await importJob(caller, [{ __ID: 'b', color: 'blue' }, { __ID: 'c' }, { __ID: 'd', color: 'red' }]);
  const { editId } = await runEdit(caller, {
    productIds: ['a', 'b'],
    changes: [{ kind: 'set', attribute: ['color'], value: 'green' }],
  });
  assert.equal(await found(caller, `__IMPORT=${first}`), 'abc');
  assert.equal(await found(caller, `__IMPORT=${second}`), 'bd');
  assert.equal(await found(caller, `__import=${editId}`), 'ab');
  assert.equal(await found(caller, `__IMPORT|=${second}|${editId}`), 'abd');
  assert.equal(await found(caller, `__IMPORT=${first}`, 'color=green'), 'ab');
  assert.equal(await found(caller, '__IMPORT=nothing'), '');
  const other = await service.client('untraced');
  await importJob(other, [{ __ID: 'a' }]);
  assert.equal(await found(other, `__IMPORT=${first}`), '');
});

test('products are found by an import after its report was deleted', async () => {
  const caller = await service.client('reportless');
  const first = await importJob(caller, [{ __ID: 'a' }, { __ID: 'b' }]);
  const second = await importJob(caller, [{ __ID: 'b', color: 'blue' }]);
  const third = await importJob(caller, [{ __ID: 'a', color: 'red' }]);
  await sql`
    delete from import_job
    where import_job.client_id = 'reportless' and import_job.job_id <> ${third}::uuid`.execute(service.database);
  assert.equal(await found(caller, `__IMPORT=${first}`), 'ab');
  assert.equal(await found(caller, `__IMPORT=${second}`), 'b');
  assert.equal(await found(caller, `__IMPORT|=${second}|${third}`), 'ab');
  for (const tail of ['7fff-8fff-ffffffffffff', '4fff-8fff-ffffffffffff'])
    assert.equal(await found(caller, `__IMPORT=ffffffff-ffff-${tail}`), '');
});

test('products are found by the keys that created or ever changed them', async () => {
  const caller = await service.client('actors');
  await importJob(caller, [{ __ID: 'a', color: 'red' }, { __ID: 'b' }]);
  const { body } = await caller.call('GET', '/api/products/v1/products/a/history');
  const [{ actor }] = body.entries;
  assert.equal(await found(caller, `__CHANGED_BY=${actor.kind}:${actor.id}`), 'ab');
  assert.equal(await found(caller, `__CHANGED_BY=${actor.kind}:${actor.id}`, 'color*'), 'a');
  assert.equal(await found(caller, '__CHANGED_BY|=user:unknown|key:unknown'), '');
});

test('products that were deleted and restored are found by what created and changed them before', async () => {
  const creator = await service.client('restored');
  const [changer, remover, restorer] = [
    await service.key('restored'),
    await service.key('restored'),
    await service.key('restored'),
  ];
  const created = await importJob(creator, [{ __ID: 'a', color: 'red' }, { __ID: 'b' }]);
  const changed = await importJob(changer, [{ __ID: 'a', color: 'blue' }]);
  const foundByAll = async (): Promise<string[]> => [
    await found(creator, `__IMPORT=${created}`),
    await found(creator, `__IMPORT=${changed}`),
    await found(creator, `__CHANGED_BY=key:${creator.keyId}`),
    await found(creator, `__CHANGED_BY=key:${changer.keyId}`),
  ];
  assert.deepEqual(await foundByAll(), ['ab', 'a', 'ab', 'a']);
  const deletionId = await deleteProducts(remover, { productIds: ['a', 'b'] });
  assert.deepEqual(await foundByAll(), ['', '', '', '']);
  await ended(restorer, await restorer.call('POST', `/api/products/v1/deletions/${deletionId}/undo`));
  assert.deepEqual(await foundByAll(), ['ab', 'a', 'ab', 'a']);
  assert.equal(await found(creator, `__CHANGED_BY=key:${restorer.keyId}`), 'ab');
  assert.equal(await found(creator, `__CHANGED_BY=key:${remover.keyId}`), '');
});

test('the history is compared with "=" and "|=" only, and a deletion by an import deletes its products alone', async () => {
  const caller = await service.client('traced-deletion');
  const first = await importJob(caller, [{ __ID: 'a' }, { __ID: 'b' }]);
  await importJob(caller, [{ __ID: 'c' }]);
  for (const where of ['__IMPORT~a', '__IMPORT!', '__CHANGED_BY!=key:x']) {
    const { status, body } = await list(caller, where);
    assert.deepEqual([status, body.params.faults[0].kind], [400, 'only-equals'], where);
  }
  await deleteProducts(caller, { filter: { where: [`__IMPORT=${first}`] }, expected: 2 });
  assert.deepEqual([...(await caller.exported()).keys()], ['c']);
});
