import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { startTestService, type TestAnswer, type TestCaller } from '../../test-service.ts';
import { openWireImport } from '../import-wire.ts';

const service = await startTestService();
after(() => service[Symbol.asyncDispose]());

const product = (at: number) => `{"__ID":"p${at}","text":"${'x'.repeat(200)}"}`;
const productLines = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => `${product(from + at)}\n`).join('');
const ndjson = { 'content-type': 'application/x-ndjson' };

const ways: Record<string, (keyId: string) => Promise<unknown>> = {
  revoked: (keyId) =>
    sql`update access_key set revoked_at = now() where access_key.key_id = ${keyId}`.execute(service.database),
  expired: (keyId) =>
    sql`update access_key set expires_at = now() where access_key.key_id = ${keyId}`.execute(service.database),
  deleted: (keyId) => sql`delete from access_key where access_key.key_id = ${keyId}`.execute(service.database),
};

/** Waits until the service has accepted an import and created its job. */
async function acceptedJob(caller: TestCaller): Promise<void> {
  for (;;) {
    const { body } = await caller.call('GET', '/api/import/v1/jobs?limit=1');
    if (body.jobs.length > 0) return;
  }
}

/** Waits until the newest job has handled at least one batch, and returns this job. */
async function handledJob(caller: TestCaller): Promise<TestAnswer['body']> {
  for (;;) {
    const { body } = await caller.call('GET', '/api/import/v1/jobs?limit=1');
    if (body.jobs[0]?.handled > 0) return body.jobs[0];
  }
}

for (const [way, end] of Object.entries(ways)) {
  test(`An import stops at the next batch after its key was ${way}, and its job reports what was handled.`, async () => {
    const observer = await service.client(`import ${way}`);
    const caller = await service.key(`import ${way}`);
    const wire = await openWireImport(service.port, caller, { headers: ndjson });
    await wire.write(productLines(0, 4_000));
    await handledJob(observer);
    await end(caller.keyId);
    await wire.write(productLines(4_000, 12_000));
    wire.end();
    const answer = await wire.answer();
    assert.deepEqual([answer.status, answer.body.code, answer.body.params.kind], [401, 'unauthorized', 'ended']);
    assert.ok(answer.body.handled >= 1_000 && answer.body.handled < 12_000, String(answer.body.handled));
    const { body: job } = await observer.call('GET', `/api/import/v1/jobs/${answer.body.jobRef}`);
    assert.deepEqual([job.status, job.fault.code, job.handled], ['Failed', 'unauthorized', answer.body.handled]);
    assert.equal((await observer.exported()).size, job.handled);
    assert.equal((await observer.importProducts([JSON.parse(product(0))])).body.unchanged, 1);
  });
}

test('An atomic import whose key is revoked stores nothing.', async () => {
  const observer = await service.client('atomic revoked');
  const caller = await service.key('atomic revoked');
  const length = Buffer.byteLength(productLines(0, 1_500));
  const wire = await openWireImport(service.port, caller, { headers: ndjson, length, query: '?atomic=true' });
  await wire.write(productLines(0, 1_000));
  await acceptedJob(observer);
  await ways['revoked']?.(caller.keyId);
  await wire.write(productLines(1_000, 1_500).slice(0, length - Buffer.byteLength(productLines(0, 1_000))));
  const answer = await wire.answer();
  assert.deepEqual([answer.status, answer.body.code, answer.body.handled], [401, 'unauthorized', 0]);
  assert.equal((await observer.exported()).size, 0);
});

/** Waits until exactly `count` exports hold a snapshot. */
async function untilSnapshots(count: number): Promise<void> {
  for (;;) {
    const { rows } = await sql`
      select from pg_stat_activity
      where pg_stat_activity.datname = current_database()
        and pg_stat_activity.state = 'idle in transaction'
        and pg_stat_activity.pid <> pg_backend_pid()`.execute(service.database);
    if (rows.length === count) return;
  }
}

test('An export breaks off when its key is revoked, and an export with another key is completed.', async () => {
  const observer = await service.client('export revoked');
  const long = 'x'.repeat(3_000);
  const lines = Array.from({ length: 12_000 }, (_, at) => `{"__ID":"p${at}","text":"${long}"}\n`);
  await observer.importBody(lines.join(''), { headers: ndjson });
  const caller = await service.key('export revoked');
  const open = ({ secret }: TestCaller) =>
    fetch(`${service.baseUrl}/api/products/v1/products/export`, { headers: { authorization: `Bearer ${secret}` } });
  // The responses are larger than all buffers between service and client, so both exports stall. If stalling were the reason for ending
  // exports, the older export would end first.
  const older = await open(observer);
  await untilSnapshots(1);
  const ended = await open(caller);
  await untilSnapshots(2);
  await ways['revoked']?.(caller.keyId);
  await untilSnapshots(1);
  await assert.rejects(ended.text());
  assert.equal((await older.text()).split('\n').length, 12_001);
});

test('An upload whose key is revoked before its end stores nothing.', async () => {
  const observer = await service.client('upload-revoked');
  await observer.importProducts([{ __ID: 'p', PRIMARY_ASSET: 'late.txt' }]);
  const caller = await service.key('upload-revoked');
  const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="late.txt"\r\n\r\n';
  let revoke: (() => Promise<unknown>) | undefined = () => ways['revoked']?.(caller.keyId) ?? Promise.resolve();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (revoke) {
        controller.enqueue(Buffer.from(`${head}text`));
        await jobOfUpload();
        await revoke();
        revoke = undefined;
      } else {
        controller.enqueue(Buffer.from('\r\n--b--\r\n'));
        controller.close();
      }
    },
  });
  const answer = await caller.call('POST', '/api/asset/v1/assets/upload?assetId=late.txt', {
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    body,
  });
  assert.deepEqual([answer.status, answer.body.code, answer.body.params.kind], [401, 'unauthorized', 'ended']);
  assert.equal((await observer.call('GET', '/api/asset/v1/assets/late.txt')).body.status, 'WAITING_FOR_UPLOAD');

  /** Waits until the service has accepted the key of the upload. */
  async function jobOfUpload(): Promise<void> {
    for (;;) {
      const { rows } =
        await sql`select from access_key where access_key.key_id = ${caller.keyId} and access_key.last_used_at is not null`.execute(
          service.database,
        );
      if (rows.length > 0) return;
    }
  }
});
