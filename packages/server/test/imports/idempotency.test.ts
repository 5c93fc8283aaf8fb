import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { startTestService, type TestAnswer, type TestCaller } from '../test-service.ts';
import { assertCounts } from './import-answers.ts';
import { openWireImport } from './import-wire.ts';

const service = await startTestService();
after(() => service[Symbol.asyncDispose]());

const caller = await service.client('idempotent');
const send = (key: string, products: unknown[], query = '', by: TestCaller = caller): Promise<TestAnswer> =>
  by.importBody(JSON.stringify({ products }), { query, headers: { 'idempotency-key': key } });

async function jobCount(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from import_job where import_job.client_id = 'idempotent'`.execute(service.database);
  return rows[0]?.count ?? 0;
}

test('A repeat with the same Idempotency-Key gets the first answer again and imports nothing.', async () => {
  const first = await send('k1', [{ __ID: 'a', x: '1' }, { x: 'no id' }]);
  assertCounts(first, [1, 0, 0, 1]);
  await caller.importProducts([{ __ID: 'a', x: '2' }]);
  const before = await jobCount();
  const repeat = await send('k1', [{ __ID: 'a', x: '1' }, { x: 'no id' }]);
  assert.deepEqual([repeat.status, repeat.body], [200, first.body]);
  assert.equal(await jobCount(), before);
  assert.equal((await caller.product('a')).x, '2');
});

test('An answer with text that needs care is kept like any other.', async () => {
  const product = { __ID: 'a', '\u0000': 'x', '\ud800': 'y', 'quote"\\': {} };
  const first = await send('care', [product]);
  assertCounts(first, [0, 0, 0, 1]);
  assert.deepEqual((await send('care', [product])).body, first.body);
});

test('The same key with another request is refused; of another client it is another key.', async () => {
  await send('k2', [{ __ID: 'b' }]);
  for (const answer of [
    await send('k2', [{ __ID: 'b' }], '?importType=REPLACEMENT'),
    await send('k2', [{ __ID: 'b' }], '?atomic=true'),
    await send('k2', [{ __ID: 'longer' }]),
    await caller.importBody('{"__ID":"b"}', {
      headers: { 'idempotency-key': 'k2', 'content-type': 'application/x-ndjson' },
    }),
  ]) {
    assert.deepEqual([answer.status, answer.body.code], [422, 'idempotency-key-reused'], answer.text);
  }
  const other = await service.client('other');
  assertCounts(await send('k2', [{ __ID: 'b' }], '', other), [1, 0, 0, 0]);
});

test('While the first request is handled a repeat is told to wait, and gets the answer afterwards.', async () => {
  const body = '{"products":[{"__ID":"slow"}]}';
  const headers = { 'idempotency-key': 'k3' };
  const wire = await openWireImport(service.port, caller, { headers, length: body.length });
  await wire.write(body.slice(0, 10));
  const repeat = async (): Promise<TestAnswer> => caller.importBody(body, { headers });
  let early = await repeat();
  // The repeat may arrive first; then the repeat is imported.
  if (early.status === 409) {
    assert.deepEqual([early.body.code, early.headers.get('retry-after') !== null], ['idempotency-in-progress', true]);
    assert.equal((await caller.call('GET', `/api/import/v1/jobs/${early.body.jobRef}`)).body.status, 'Importing');
    await wire.write(body.slice(10));
    const first = await wire.answer();
    early = await repeat();
    assert.deepEqual([early.status, early.body], [200, first.body]);
  } else wire.socket.destroy();
  assert.equal(early.body.created, 1);
});

test('Two requests with one key at once import once.', async () => {
  for (let round = 0; round < 8; round++) {
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => send(`at once ${round}`, [{ __ID: `once ${round}` }])),
    );
    const done = answers.filter(({ status }) => status === 200);
    assert.ok(done.length >= 1);
    assert.equal(new Set(done.map(({ body }) => body.jobRef)).size, 1);
    assert.ok(done.every(({ body }) => body.created === 1));
    assert.ok(answers.every(({ status }) => status === 200 || status === 409));
  }
});

test('A refused body is refused again from memory; a request that broke off may be sent again.', async () => {
  const broken = { headers: { 'idempotency-key': 'k4' } };
  const first = await caller.importBody('{"products":[{]}', broken);
  const again = await caller.importBody('{"products":[{]}', broken);
  const { requestId: _first, ...expected } = first.body;
  const { requestId: _again, ...repeated } = again.body;
  assert.deepEqual([again.status, repeated], [400, expected]);

  const body = '{"products":[{"__ID":"cut"}]}';
  const headers = { 'idempotency-key': 'k5' };
  const wire = await openWireImport(service.port, caller, { headers, length: body.length });
  await wire.write(body.slice(0, 10));
  for (let status = 'none'; status !== 'Importing';) {
    const { body: page } = await caller.call('GET', '/api/import/v1/jobs?limit=1');
    status = page.jobs[0]?.status ?? 'none';
  }
  wire.socket.resetAndDestroy();
  for (;;) {
    const answer = await caller.importBody(body, { headers });
    if (answer.status === 409) continue;
    assertCounts(answer, [1, 0, 0, 0]);
    break;
  }
});

test('A dry run, an asynchronous import and an empty body are remembered as well.', async () => {
  const dry = await send('k6', [{ __ID: 'dry' }], '?dryRun=true');
  assert.deepEqual((await send('k6', [{ __ID: 'dry' }], '?dryRun=true')).body, dry.body);
  const headers = { 'idempotency-key': 'k7', prefer: 'respond-async' };
  const accepted = await caller.importBody('{"products":[]}', { headers });
  const repeat = await caller.importBody('{"products":[]}', { headers });
  assert.deepEqual([repeat.status, repeat.body], [202, accepted.body]);
});

test('After 24 hours a key is free again.', async () => {
  assertCounts(await send('old', [{ __ID: 'old' }]), [1, 0, 0, 0]);
  await sql`update idempotency_key set created_at = now() - interval '25 hours' where idempotency_key.idempotency_key = 'old'`.execute(
    service.database,
  );
  assertCounts(await send('old', [{ __ID: 'old', more: 'x' }]), [0, 1, 0, 0]);
});

test('A key of 1 to 255 characters is taken, any other is refused.', async () => {
  assertCounts(await send('x'.repeat(255), [{ __ID: 'key' }]), [1, 0, 0, 0]);
  const answer = await send('x'.repeat(256), [{ __ID: 'key' }]);
  assert.deepEqual([answer.status, answer.body.parameter], [400, 'Idempotency-Key']);
});
