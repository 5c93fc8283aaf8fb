import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { after, describe, test } from 'node:test';
import { createKey } from '../src/access/index.ts';
import { systemClock } from '../src/platform/index.ts';
import { createTestCaller, startTestService, type TestCaller } from './test-service.ts';

const service = await startTestService();
after(() => service[Symbol.asyncDispose]());
const path = '/api/import/v1/feeds/master';

/** Begins an import with a chunked body and keeps it open. */
function beginImport(caller: TestCaller, start: string): ClientRequest {
  const call = request(`${service.baseUrl}${path}`, {
    method: 'POST',
    agent: false,
    headers: { authorization: `Bearer ${caller.secret}`, 'content-type': 'application/x-ndjson' },
  });
  call.on('error', () => undefined);
  call.write(start);
  return call;
}

/** Resolves when the client has at least `count` jobs. */
async function untilJobs(caller: TestCaller, count: number): Promise<void> {
  for (;;) {
    const { body } = await caller.call('GET', '/api/import/v1/jobs?limit=50');
    if (body.jobs.length >= count) return;
    await sleep(20);
  }
}

const line = (id: string) => `${JSON.stringify({ __ID: id, text: 'x'.repeat(1_000) })}\n`;

describe('Imports of several clients', () => {
  test('other clients import while the bodies of one client only begin', async () => {
    const [slow, other] = [await service.client('slow'), await service.client('other')];
    const open = Array.from({ length: 8 }, () => beginImport(slow, '\n'));
    await untilJobs(slow, 8);
    assert.equal((await other.importProducts([{ __ID: 'a' }])).body.created, 1);
    const own = await slow.importProducts([{ __ID: 'a' }]);
    assert.equal(own.body.created, 1);
    for (const call of open) call.destroy();
  });

  test('other clients import while bodies of one client begin well and then stop', async () => {
    const [slow, other] = [await service.client('stopping'), await service.client('other2')];
    const start = Array.from({ length: 100 }, (_, index) => line(`p${index}`)).join('');
    const open = Array.from({ length: 8 }, () => beginImport(slow, start));
    await untilJobs(slow, 8);
    for (let index = 0; index < 3; index++)
      assert.equal((await other.importProducts([{ __ID: `a${index}` }])).body.created, 1);
    for (const call of open) call.destroy();
  });

  test('slow bodies that are complete are imported like any other, whether they were imported while they arrived or not', async () => {
    const caller = await service.client('patient');
    const calls = Array.from({ length: 5 }, (_, index) => beginImport(caller, line(`first${index}`)));
    await sleep(1_200);
    const answers = calls.map((call) => once(call, 'response'));
    for (const [index, call] of calls.entries()) call.end(line(`last${index}`));
    for (const [index, answer] of answers.entries()) {
      const [{ statusCode }] = (await answer) as [{ statusCode: number }];
      assert.equal(statusCode, 200);
      assert.ok((await caller.product(`first${index}`)) && (await caller.product(`last${index}`)));
    }
  });
});

async function createOperator(): Promise<TestCaller> {
  const deps = { database: service.database, clock: systemClock, adapterExists: () => Promise.resolve(false) };
  const key = await createKey(deps, service.database, { kind: 'operator', name: 'op' });
  return createTestCaller(service.baseUrl, { ...key, clientId: null });
}

async function upload(caller: TestCaller, assetId: string, bytes: number): Promise<number> {
  const file = new FormData();
  file.set('file', new Blob(['x'.repeat(bytes)]), assetId);
  const answer = await fetch(`${service.baseUrl}/api/asset/v1/assets/upload?assetId=${assetId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${caller.secret}` },
    body: file,
  });
  await answer.arrayBuffer();
  return answer.status;
}

describe('Quotas of a client', () => {
  test('count no file that was refused', async () => {
    const [caller, operator] = [await service.client('roomy'), await createOperator()];
    const put = { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ fileBytes: 10_000 }) };
    assert.equal((await operator.call('PUT', '/console/clients/roomy/quotas', put)).status, 200);
    await caller.importProducts([{ __ID: 'a', PRIMARY_ASSET: 'known.txt' }]);
    assert.deepEqual(
      [await upload(caller, 'known.txt', 20_000), await upload(caller, 'unknown.txt', 6_000)],
      [403, 404],
    );
    assert.equal(await upload(caller, 'known.txt', 6_000), 200);
    assert.equal(await upload(caller, 'known.txt', 6_000), 403, 'an accepted file counts');
  });

  test('refuse imports, stored bodies, files and keys beyond them, and leave other clients alone', async () => {
    const [caller, other] = [await service.client('small'), await service.client('large')];
    const operator = await createOperator();
    const quotas = '/console/clients/small/quotas';
    const put = (body: unknown) =>
      operator.call('PUT', quotas, { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    assert.equal((await put({ products: 2, bodyBytes: 10, fileBytes: 10, keys: 1 })).status, 200);
    const products = [{ __ID: 'a' }, { __ID: 'b', PRIMARY_ASSET: 'c.txt' }, { __ID: 'c' }];
    const { body: over } = await caller.importProducts(products);
    assert.deepEqual([over.created, over.rejected, over.errors.length], [2, 1, 1]);
    const [{ code, path, productId, params }] = over.errors;
    assert.deepEqual([code, path, productId], ['quota-exceeded', '/products/2', 'c']);
    assert.deepEqual(params, { quota: 'products', max: 2, used: 2 });
    const changed = [{ __ID: 'b', __NAME: 'B' }, { __ID: 'd' }, { __ID: 'a', __NAME: 'A' }];
    assert.equal((await caller.importProducts(changed, '?dryRun=true')).body.rejected, 0);
    const { body: mixed } = await caller.importProducts(changed);
    assert.deepEqual([mixed.updated, mixed.created, mixed.rejected], [2, 0, 1]);
    const { body: edit } = await caller.importProducts([{ __ID: 'd', __NAME: 'D' }], '?origin=edit');
    assert.deepEqual([edit.created, edit.rejected, edit.errors[0].code], [0, 1, 'quota-exceeded']);
    assert.equal((await other.importProducts(products)).body.created, 3);
    const many = Array.from({ length: 3_000 }, (_, index) => ({ __ID: `m-${index}`, color: 'red' }));
    assert.equal((await put({ products: 2_500, bodyBytes: 10, fileBytes: 10, keys: 1 })).status, 200);
    const { body: part } = await caller.importProducts(many);
    assert.deepEqual([part.created, part.rejected], [2_498, 502]);
    assert.ok(await caller.product('m-2497'));
    assert.equal(await caller.product('m-2498'), undefined);

    assert.equal(await upload(caller, 'c.txt', 20), 403);
    await assert.rejects(service.key('small'), { code: 'quota-exceeded' });

    assert.equal((await put({ bodyBytes: 10 })).status, 200);
    const stored = await caller.importBody(JSON.stringify({ products }), { headers: { prefer: 'respond-async' } });
    assert.deepEqual([stored.status, stored.body.params.quota], [403, 'bodyBytes']);
    assert.deepEqual((await caller.importProducts(products)).body.unchanged, 2);
    const { body } = await operator.call('GET', quotas);
    assert.deepEqual(body.quotas, { products: null, fileBytes: null, bodyBytes: 10, keys: null, events: null });
    assert.deepEqual(body.used, { products: 2_501, fileBytes: 0, bodyBytes: 0, keys: 1, events: 0 });
    assert.deepEqual((await caller.call('GET', '/console/client-usage')).body, body);
  });
});
