import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestService, type TestCaller, type TestService } from '../test-service.ts';
import { assertCounts } from './import-answers.ts';

let service: TestService;
let caller: TestCaller;
before(async () => {
  service = await startTestService();
  caller = await service.client('expecting');
  await caller.define([
    { id: 'price', name: 'Price', type: { id: 'composite', multiValue: true } },
    { id: 'amount', name: 'Amount', type: { id: 'decimal', multiValue: false }, compositeAttribute: 'price' },
    { id: 'tier', name: 'Tier', type: { id: 'composite', multiValue: true }, compositeAttribute: 'price' },
    { id: 'from', name: 'From', type: { id: 'string', multiValue: false }, compositeAttribute: 'price/tier' },
  ]);
});
after(() => service[Symbol.asyncDispose]());

const refusals = (answer: Awaited<ReturnType<TestCaller['importProducts']>>) =>
  answer.body.errors.map(({ code, path }: { code: string; path: string }) => [code, path]);

test('a value is changed only if it is still the one that was seen; another attribute may have changed in the meantime', async () => {
  await caller.importProducts([{ __ID: 'a', color: 'red', size: 'S', __NAME: 'A' }]);
  await caller.importProducts([{ __ID: 'a', size: 'M' }]);
  const mine = { __ID: 'a', color: 'blue', __EXPECTED: { color: 'red' } };
  assertCounts(await caller.importProducts([mine]), [0, 1, 0, 0]);
  const late = await caller.importProducts([{ __ID: 'a', color: 'green', __EXPECTED: { color: 'red' } }]);
  assertCounts(late, [0, 0, 0, 1]);
  assert.deepEqual(refusals(late), [['changed-meanwhile', '/products/0/__EXPECTED/color']]);
  assert.deepEqual(await caller.product('a'), { __ID: 'a', __NAME: 'A', color: 'blue', size: 'M' });
});

test('the same value again is no conflict, nor is an equal value that another user stored', async () => {
  await caller.importProducts([{ __ID: 'again', color: 'red' }]);
  const payload = { __ID: 'again', color: 'blue', __EXPECTED: { color: 'red' } };
  assertCounts(await caller.importProducts([payload]), [0, 1, 0, 0]);
  assertCounts(await caller.importProducts([payload]), [0, 0, 1, 0]);
  assertCounts(await caller.importProducts([{ ...payload, more: '' }]), [0, 0, 1, 0]);
});

test('what a product was read as can be expected as it is, its id included, but no other product', async () => {
  await caller.importProducts([{ __ID: 'e\u0301', color: 'red', __NAME: 'Read' }]);
  const read = await caller.product('é');
  assert.equal(read.__ID, 'é');
  assertCounts(await caller.importProducts([{ __ID: 'é', color: 'blue', __EXPECTED: read }]), [0, 1, 0, 0]);
  for (const id of ['other', '', 7, null]) {
    const payload = { __ID: 'é', color: 'green', __EXPECTED: { __id: id, color: 'blue' } };
    const answer = await caller.importProducts([payload]);
    assertCounts(answer, [0, 0, 0, 1]);
    assert.deepEqual(refusals(answer), [['invalid-expectation', '/products/0/__EXPECTED']]);
  }
  assert.equal((await caller.product('é')).color, 'blue');
});

test('no value is expected as null, "" or an empty list, and reserved fields like any other', async () => {
  await caller.importProducts([{ __ID: 'none', __NAME: 'n', PACKAGING: [{ __ID: 'box', QUANTITY: '1.50' }] }]);
  const expected = { color: null, size: '', tags: [], __name: 'n', __FAMILY: null };
  assertCounts(await caller.importProducts([{ __ID: 'none', color: 'x', __EXPECTED: expected }]), [0, 1, 0, 0]);
  const box = (quantity: string) => [{ __ID: 'box', QUANTITY: quantity }];
  const payload = { __ID: 'none', PACKAGING: box('2') };
  const other = await caller.importProducts([{ ...payload, __EXPECTED: { PACKAGING: box('1.5') } }]);
  assert.deepEqual(refusals(other), [['changed-meanwhile', '/products/0/__EXPECTED/PACKAGING']]);
  assertCounts(await caller.importProducts([{ ...payload, __EXPECTED: { PACKAGING: box('1.50') } }]), [0, 1, 0, 0]);
  const exact = `{"products":[{"__ID":"none","PACKAGING":["box"],"__EXPECTED":{"PACKAGING":[{"__ID":"box","QUANTITY":2}]}}]}`;
  assertCounts(await caller.importBody(exact), [0, 1, 0, 0]);
});

test('a composite is one value: a row that has changed in the meantime, however deep, is not overwritten', async () => {
  const rows = (from: string) => [{ Amount: '1.50', Tier: [{ From: from }] }, { Amount: '2' }];
  await caller.importProducts([{ __ID: 'deep', price: rows('1') }]);
  const seen = (await caller.product('deep')).price;
  await caller.importProducts([{ __ID: 'deep', price: rows('5') }]);
  const mine = { __ID: 'deep', price: [...seen, { Amount: '3' }], __EXPECTED: { price: seen } };
  assert.deepEqual(refusals(await caller.importProducts([mine])), [
    ['changed-meanwhile', '/products/0/__EXPECTED/price'],
  ]);
  assert.deepEqual((await caller.product('deep')).price, rows('5'));
  assertCounts(await caller.importProducts([{ ...mine, __EXPECTED: { price: rows('5') } }]), [0, 1, 0, 0]);
});

test('a product that was deleted in the meantime is not created again by a change of one value, and a product that must be new does not change an existing one', async () => {
  const gone = await caller.importProducts([{ __ID: 'gone', color: 'red', __EXPECTED: { color: null } }]);
  assert.deepEqual(refusals(gone), [['changed-meanwhile', '/products/0/__EXPECTED']]);
  assert.equal(await caller.product('gone'), undefined);
  const fresh = { __ID: 'fresh', color: 'red', __EXPECTED: null };
  assertCounts(await caller.importProducts([fresh]), [1, 0, 0, 0]);
  assert.deepEqual(refusals(await caller.importProducts([{ ...fresh, color: 'blue' }])), [
    ['changed-meanwhile', '/products/0/__EXPECTED'],
  ]);
});

test('payloads of one product in one body are judged one after the other, and neighbours are not touched by a refusal', async () => {
  const answer = await caller.importProducts([
    { __ID: 'row', color: '1', __EXPECTED: null },
    { __ID: 'other', color: '1' },
    { __ID: 'row', color: '2', __EXPECTED: { color: '1' } },
    { __ID: 'row', color: '3', __EXPECTED: { color: '1' } },
    { __ID: 'row', size: 'L', __EXPECTED: { color: '2' } },
  ]);
  assertCounts(answer, [2, 2, 0, 1]);
  assert.deepEqual(refusals(answer), [['changed-meanwhile', '/products/3/__EXPECTED/color']]);
  assert.deepEqual(await caller.product('row'), { __ID: 'row', color: '2', size: 'L' });
});

test('of a new product, too, a later payload is held to what it expects of the earlier one', async () => {
  const answer = await caller.importProducts([
    { __ID: 'born', color: '1' },
    { __ID: 'born', color: '2', __EXPECTED: { color: '9' } },
    { __ID: 'born', size: 'L', __EXPECTED: null },
  ]);
  assertCounts(answer, [1, 0, 0, 2]);
  assert.deepEqual(await caller.product('born'), { __ID: 'born', color: '1' });
});

test('of fifty callers that saw the same value and change it at the same time, one succeeds and the others are refused', async () => {
  await caller.importProducts([{ __ID: 'contested', color: 'red' }]);
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, place) =>
      caller.importProducts([{ __ID: 'contested', color: `c${place}`, __EXPECTED: { color: 'red' } }]),
    ),
  );
  assert.equal(answers.filter(({ body }) => body.updated === 1).length, 1);
  assert.equal(answers.filter(({ body }) => body.errors[0]?.code === 'changed-meanwhile').length, 49);
});

test('an invalid expectation is refused, one that cannot be stored is not satisfied, and neither defines an attribute', async () => {
  const judged = async (expected: unknown) =>
    (await caller.importProducts([{ __ID: 'a', color: 'x', __EXPECTED: expected }])).body.errors[0]?.code;
  assert.equal(await judged('red'), 'invalid-expectation');
  assert.equal(await judged({ __EXPECTED: null }), 'invalid-expectation');
  assert.equal(await judged({ price: [{ Nothing: 1 }] }), 'changed-meanwhile');
  assert.equal(await judged({ neverSeen: '1' }), 'changed-meanwhile');
  assert.equal((await caller.call('GET', '/api/datastandards/v1/datastandards/attributes/neverSeen')).status, 404);
});

test('a dry run also reports what was changed in the meantime', async () => {
  await caller.importProducts([{ __ID: 'dry', color: 'red' }]);
  const answer = await caller.importProducts([{ __ID: 'dry', color: 'b', __EXPECTED: { color: 'g' } }], '?dryRun=true');
  assert.equal(answer.body.errors[0].code, 'changed-meanwhile');
});

test('a value that is edited manually never recreates a deleted attribute with a poorer definition', async () => {
  const path = '/api/datastandards/v1/datastandards/attributes/gone';
  await caller.define([{ id: 'gone', name: 'Gone', type: { id: 'decimal', multiValue: false } }]);
  await caller.importProducts([{ __ID: 'r', gone: '1.50', color: 'red' }]);
  await caller.importProducts([{ __ID: 'r', gone: null }]);
  assert.equal((await caller.call('DELETE', path)).status, 204);
  const old = { __ID: 'r', gone: '1.50', color: 'blue', __EXPECTED: { gone: null } };
  const refused = await caller.importProducts([old], '?origin=edit');
  assertCounts(refused, [0, 0, 0, 1]);
  assert.deepEqual(refusals(refused), [['not-defined', '/products/0/gone']]);
  assert.match(refused.body.errors[0].message, /Define it again first/);
  assert.equal((await caller.call('GET', path)).status, 404);
  assert.deepEqual(await caller.product('r'), { __ID: 'r', color: 'red' });
  await caller.define([{ id: 'gone', name: 'Gone', type: { id: 'decimal', multiValue: false } }]);
  assertCounts(await caller.importProducts([old], '?origin=edit'), [0, 1, 0, 0]);
});
