import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { operations } from '@pimento/contract';
import { startTestService, type TestCaller } from './test-service.ts';

const service = await startTestService();
after(() => service[Symbol.asyncDispose]());

const caller = await service.client('queries');

const get = (of: TestCaller, query: string) => of.call('GET', `/api/products/v1/products?${query}`);

test('A query parameter that an operation does not have is refused, on every operation that the key may call.', async () => {
  const mine = operations.filter(({ permission }) => permission.who === 'client' || permission.who === 'anyone');
  assert.ok(mine.length > 40);
  for (const { method, path, id, isQueryOpen } of mine) {
    // The callback accepts unknown parameters, because identity providers add their own to its address.
    if (isQueryOpen === true) continue;
    const address = path.replaceAll(/\{\w+\}/g, 'master');
    const { status, body, text } = await caller.call(method, `${address}?nonsense=1`);
    assert.deepEqual([status, body?.code, body?.parameter], [400, 'invalid-parameter', 'nonsense'], `${id}: ${text}`);
  }
});

test('A misspelt parameter of an import imports nothing, and the answer names the right one.', async () => {
  for (const [query, meant] of [
    ['dry_run=true', 'dryRun'],
    ['dryRun[]=true', 'dryRun'],
    ['dryrun=true', 'dryRun'],
    ['type=REPLACEMENT', 'importType'],
  ]) {
    const answer = await caller.importProducts([{ __ID: 'never' }], `?${query}`);
    assert.equal(answer.status, 400, query);
    assert.match(answer.body.detail, new RegExp(`"${meant}"`), query);
  }
  assert.equal(await caller.product('never'), undefined);
  assert.match((await get(caller, 'familly=x')).body.detail, /"family"/);
  assert.match((await get(caller, '__proto__=x')).body.detail, /no query parameter "__proto__"/);
});

test('Empty and repeated parameters are refused, in sentences of our own.', async () => {
  for (const [query, sentence] of [
    ['family=', 'family must not be empty'],
    ['text=', 'text must not be empty'],
    ['productId=a&productId=', 'productId must not be empty'],
    ['family=a&family=b', 'family must be given only once'],
    ['limit=1&limit=2', 'limit must be given only once'],
  ] as const) {
    const { status, body } = await get(caller, query);
    assert.deepEqual([status, body.detail], [400, `Query parameter ${sentence}.`], query);
  }
  assert.equal((await get(caller, 'productId=a&productId=b')).status, 200);
});

test('A plus sign in a time may arrive as a blank.', async () => {
  for (const time of ['2026-03-01T12:00:00+02:00', '2026-03-01T12:00:00%2B0200'])
    assert.equal((await get(caller, `updatedSince=${time}`)).status, 200, time);
});

test('A product with the id "export" is read and deleted at its own address.', async () => {
  await caller.importProducts([{ __ID: 'export', a: '1' }]);
  const { body } = await caller.call('GET', '/api/products/v1/products/%65xport');
  assert.deepEqual(body.product, { __ID: 'export', a: '1' });
  assert.equal((await caller.call('GET', '/api/products/v1/products/export/history')).status, 200);
  assert.match((await caller.call('GET', '/api/products/v1/products/export')).text, /^\{"__ID":"export"/);
  assert.equal((await caller.call('DELETE', '/api/products/v1/products/export')).status, 204);
  assert.equal((await caller.call('GET', '/api/products/v1/products/%65xport')).status, 404);
});
