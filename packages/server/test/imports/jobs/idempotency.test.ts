import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { type KyselyPlugin, sql } from 'kysely';
import { claimIdempotencyKey } from '../../../src/imports/jobs/idempotency-store.ts';
import { clientIdOf, type Database, systemClock } from '../../../src/platform/index.ts';
import { startTestService, type TestAnswer, type TestCaller } from '../../test-service.ts';
import { assertCounts } from '../import-answers.ts';
import { openWireImport } from '../import-wire.ts';

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

test('The same key with a body of other content is refused, however the body is sent.', async () => {
  const json = (price: string) => JSON.stringify({ products: [{ __ID: 'priced', price }] });
  const compressed = (text: string) => new Uint8Array(gzipSync(text));
  const ways: Record<string, (text: string) => Parameters<TestCaller['importBody']>> = {
    plain: (text) => [text],
    atomic: (text) => [text, { query: '?atomic=true' }],
    'dry run': (text) => [text, { query: '?dryRun=true' }],
    edit: (text) => [text, { query: '?origin=edit' }],
    gzip: (text) => [compressed(text), { headers: { 'content-encoding': 'gzip' } }],
    chunked: (text) => [new Blob([text]).stream()],
    'gzip, asynchronous': (text) => [
      compressed(text),
      { headers: { 'content-encoding': 'gzip', prefer: 'respond-async' } },
    ],
  };
  await caller.importBody(json('0.00'));
  for (const [way, requestOf] of Object.entries(ways)) {
    const sendOnce = (text: string) => {
      const [body, options = {}] = requestOf(text);
      return caller.importBody(body, { ...options, headers: { ...options.headers, 'idempotency-key': way } });
    };
    const first = await sendOnce(json('10.00'));
    assert.ok(first.status < 300, first.text);
    const before = await jobCount();
    const other = await sendOnce(json('12.00'));
    assert.deepEqual([other.status, other.body.code], [422, 'idempotency-key-reused'], way);
    const longer = await sendOnce(json('1222222.00'));
    assert.deepEqual([longer.status, longer.body.code], [422, 'idempotency-key-reused'], way);
    const same = await sendOnce(json('10.00'));
    assert.deepEqual([same.status, same.body], [first.status, first.body], way);
    assert.equal(await jobCount(), before);
  }
  assert.equal((await caller.product('priced')).price, '10.00');
});

test('The same content is a repeat, whether it is compressed, sent in chunks or saved as an edit.', async () => {
  const body = JSON.stringify({ products: [{ __ID: 'same', x: '1' }] });
  const headers = { 'idempotency-key': 'same content' };
  const first = await caller.importBody(body, { headers });
  for (const repeat of [
    await caller.importBody(new Uint8Array(gzipSync(body)), { headers: { ...headers, 'content-encoding': 'gzip' } }),
    await caller.importBody(new Uint8Array(zstdCompressSync(body)), {
      headers: { ...headers, 'content-encoding': 'zstd' },
    }),
    await caller.importBody(new Blob([body]).stream(), { headers }),
    await caller.importBody(body, { headers, query: '?origin=edit' }),
  ]) {
    assert.deepEqual([repeat.status, repeat.body], [200, first.body]);
  }
});

test('A body that was read up to a fault is the same if its bytes up to there are the same.', async () => {
  const headers = { 'idempotency-key': 'up to a fault' };
  const first = await caller.importBody(`{"products":[,${' '.repeat(3_000_000)}]}`, { headers });
  assert.equal(first.status, 400);
  const otherEnd = await caller.importBody(`{"products":[,${' '.repeat(3_000_000)},1]}`, { headers });
  assert.deepEqual([otherEnd.status, otherEnd.body.jobRef], [400, first.body.jobRef]);
  const otherStart = await caller.importBody(`{"products":[;${' '.repeat(3_000_000)}]}`, { headers });
  assert.deepEqual([otherStart.status, otherStart.body.code], [422, 'idempotency-key-reused']);
});

test('A body that was damaged on its way may be sent again.', async () => {
  const encoded = gzipSync(JSON.stringify({ products: [{ __ID: 'damaged' }] }));
  for (const prefer of ['wait=10', 'respond-async']) {
    const headers = { 'idempotency-key': `damaged ${prefer}`, 'content-encoding': 'gzip', prefer };
    const damaged = await caller.importBody(new Uint8Array(encoded.subarray(0, -4)), { headers });
    assert.deepEqual([damaged.status, damaged.body.code], [400, 'malformed-json'], damaged.text);
    const whole = await caller.importBody(new Uint8Array(encoded), { headers });
    assert.ok(whole.status < 300, whole.text);
  }
});

test('A key that an earlier version stored is answered without a comparison of the body.', async () => {
  const body = '{"products":[{"__ID":"former"}]}';
  const headers = { 'idempotency-key': 'former' };
  const first = await caller.importBody(body, { headers });
  const facts = { format: 'json', encoding: null, bytesTotal: body.length, respondAsync: false };
  const meant = JSON.stringify({ ...facts, importType: 'IMPORTER', dryRun: false, atomic: false });
  await sql`
    update idempotency_key
    set content_sha256 = null, content_bytes = null, content_complete = null, request_hash = sha256(${meant}::bytea)
    where idempotency_key.idempotency_key = 'former'`.execute(service.database);
  const repeat = await caller.importBody(body, { headers });
  assert.deepEqual([repeat.status, repeat.body], [200, first.body]);
});

test('While the first request is handled, a repeat is asked to wait, and gets the answer afterwards.', async () => {
  const body = '{"products":[{"__ID":"slow"}]}';
  const headers = { 'idempotency-key': 'k3' };
  const wire = await openWireImport(service.port, caller, { headers, length: body.length });
  await wire.write(body.slice(0, 10));
  const repeat = async (): Promise<TestAnswer> => caller.importBody(body, { headers });
  let early = await repeat();
  // If the repeat arrives first, the repeat is imported.
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

/** Returns a connection that runs `work` after its first query, before it returns the result. */
function afterFirstResult(database: Database, work: () => Promise<unknown>): Database {
  let isFirst = true;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (isFirst) {
        isFirst = false;
        await work();
      }
      return result;
    },
  };
  return database.withPlugin(plugin);
}

test('A key that is released or purged while a second request claims it belongs to the second request.', async () => {
  const { database } = service;
  const request = () => {
    const hash = Buffer.alloc(32);
    return {
      clientId: clientIdOf('idempotent'),
      key: 'released',
      requestHash: hash,
      formerHash: hash,
      jobId: systemClock.newId(),
    };
  };
  assert.equal(await claimIdempotencyKey(database, request()), undefined);
  const [second, third] = [request(), request()];
  const release = () =>
    sql`delete from idempotency_key where idempotency_key.idempotency_key = 'released'`.execute(database);
  assert.equal(await claimIdempotencyKey(afterFirstResult(database, release), second), undefined);
  assert.equal((await claimIdempotencyKey(database, third))?.jobId, second.jobId);
});
