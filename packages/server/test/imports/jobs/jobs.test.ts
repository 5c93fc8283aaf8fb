import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { startTestService, type TestAnswer, type TestCaller } from '../../test-service.ts';
import { openWireImport } from '../import-wire.ts';

const service = await startTestService();
after(() => service[Symbol.asyncDispose]());

const later = { prefer: 'respond-async' };
const products = (count: number, value = 'x') => Array.from({ length: count }, (_, at) => ({ __ID: `p${at}`, value }));
const jobOf = (caller: TestCaller, jobRef: string) => caller.call('GET', `/api/import/v1/jobs/${jobRef}`);

async function ended(caller: TestCaller, jobRef: string): Promise<TestAnswer> {
  for (;;) {
    const answer = await jobOf(caller, jobRef);
    if (answer.body.status !== 'Importing') return answer;
  }
}

async function bodyRows(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from import_body`.execute(
    service.database,
  );
  return rows[0]?.count ?? 0;
}

test('With Prefer: respond-async the body is kept, answered with 202, and imported to its end.', async () => {
  const caller = await service.client('async');
  const list = [...products(2_500), { value: 'no id' }];
  for (const [prefer, expected] of [
    ['respond-async', [2_500, 0, 0, 1]],
    ['return=minimal, Respond-Async; wait=10', [0, 0, 2_500, 1]],
  ] as const) {
    const body = new Uint8Array(gzipSync(JSON.stringify({ products: list })));
    const accepted = await caller.importBody(body, { headers: { prefer, 'content-encoding': 'gzip' } });
    assert.equal(accepted.status, 202, accepted.text);
    assert.deepEqual(accepted.body, { jobRef: accepted.body.jobRef, status: 'Importing' });
    const { body: job } = await ended(caller, accepted.body.jobRef);
    assert.deepEqual([job.status, job.fault], ['Completed', null]);
    assert.deepEqual([job.created, job.updated, job.unchanged, job.rejected], expected);
    assert.deepEqual([job.received, job.handled, job.errors.length, job.errors[0].index], [2_501, 2_501, 1, 2_500]);
    assert.equal(job.bytesTotal, body.length);
  }
  assert.equal(await bodyRows(), 0);
});

test('A job that was interrupted for a month is listed with its duration.', async () => {
  const caller = await service.client('async month');
  const accepted = await caller.importBody(JSON.stringify({ products: products(1) }), { headers: later });
  await ended(caller, accepted.body.jobRef);
  const month = 30 * 24 * 3_600_000;
  await sql`
    update import_job set started_at = finished_at - interval '30 days'
    where client_id = 'async month' and job_id = ${accepted.body.jobRef}`.execute(service.database);
  assert.equal((await jobOf(caller, accepted.body.jobRef)).body.durationMs, month);
});

test('A stored body that is broken ends its job as failed, with the fault and what was handled.', async () => {
  const caller = await service.client('async broken');
  const text = JSON.stringify({ products: products(5_500) });
  const accepted = await caller.importBody(text.slice(0, -20), { headers: later });
  assert.equal(accepted.status, 202);
  const { body: job } = await ended(caller, accepted.body.jobRef);
  assert.deepEqual([job.status, job.fault.code, job.fault.offset], ['Failed', 'malformed-json', text.length - 20]);
  assert.ok(job.handled >= 4_000, String(job.handled));
  assert.equal((await caller.exported()).size, job.handled);
  assert.equal(await bodyRows(), 0);
});

test('An asynchronous import may be atomic, a dry run or a replacement.', async () => {
  const caller = await service.client('async modes');
  const run = async (query: string, list: unknown[]): Promise<TestAnswer['body']> => {
    const accepted = await caller.importBody(JSON.stringify({ products: list }), { query, headers: later });
    assert.equal(accepted.status, 202, accepted.text);
    const { body } = await ended(caller, accepted.body.jobRef);
    return body;
  };
  const dry = await run('?dryRun=true', products(1_200));
  assert.deepEqual([dry.status, dry.created, dry.dryRun], ['Completed', 1_200, true]);
  assert.equal((await caller.exported()).size, 0);
  const atomic = await run('?atomic=true', [...products(1_200), {}]);
  assert.deepEqual([atomic.status, atomic.created, atomic.rejected, atomic.atomic], ['Completed', 1_200, 1, true]);
  const replaced = await run('?importType=REPLACEMENT', [{ __ID: 'p1' }]);
  assert.deepEqual([replaced.updated, replaced.importType], [1, 'REPLACEMENT']);
  assert.deepEqual(await caller.product('p1'), { __ID: 'p1' });
});

test('A sender that breaks off before its body is kept leaves a failed job and nothing behind.', async () => {
  const caller = await service.client('async cut');
  const wire = await openWireImport(service.port, caller, { headers: later });
  const text = JSON.stringify({ products: products(60_000) });
  await wire.write(text.slice(0, 1_500_000));
  while ((await bodyRows()) === 0);
  wire.socket.resetAndDestroy();
  for (;;) {
    const { body } = await caller.call('GET', '/api/import/v1/jobs?status=Failed');
    if (body.jobs.length === 0) continue;
    assert.equal(body.jobs[0].fault.code, 'request-aborted');
    break;
  }
  assert.equal(await bodyRows(), 0);
  assert.equal((await caller.exported()).size, 0);
});

test('Jobs are listed newest first, in pages, by status, and belong to their client.', async () => {
  const caller = await service.client('list');
  const other = await service.client('list other');
  const refs: string[] = [];
  for (let at = 0; at < 7; at++) {
    const { body } = await (at === 3 ? caller.importBody('{') : caller.importProducts(products(at)));
    refs.unshift(body.jobRef);
  }
  const [newest] = (await caller.call('GET', '/api/import/v1/jobs?limit=1')).body.jobs;
  const { actor, actorName } = (await jobOf(caller, newest.jobRef)).body;
  assert.match(actor, /^key:/);
  assert.deepEqual([newest.actor, newest.actorName, typeof actorName], [actor, actorName, 'string']);
  const listed: { jobRef: string; status: string; received: number }[] = [];
  for (let next: string | null = ''; next !== null;) {
    const { body }: TestAnswer = await caller.call(
      'GET',
      `/api/import/v1/jobs?limit=3${next === '' ? '' : `&startingAfter=${next}`}`,
    );
    listed.push(...body.jobs);
    assert.equal(body.hasMore, body.next !== null);
    next = body.next;
  }
  assert.deepEqual(
    listed.map(({ jobRef }) => jobRef),
    refs,
  );
  assert.deepEqual(
    listed.map(({ received }) => received),
    [6, 5, 4, 0, 2, 1, 0],
  );
  const failed = await caller.call('GET', '/api/import/v1/jobs?status=Failed');
  assert.deepEqual(
    failed.body.jobs.map(({ jobRef }: { jobRef: string }) => jobRef),
    [refs[3]],
  );
  assert.deepEqual((await other.call('GET', '/api/import/v1/jobs')).body, {
    jobs: [],
    hasMore: false,
    next: null,
    keptDays: null,
  });
  for (const path of [
    refs[0]!,
    `${refs[0]!}/errors`,
    'nonsense',
    'nonsense/errors',
    '00000000-0000-7000-8000-000000000000',
  ]) {
    const { status, body } = await other.call('GET', `/api/import/v1/jobs/${path}`);
    assert.deepEqual([status, body.code], [404, 'unknown-job'], path);
  }
  for (const query of ['limit=0', 'limit=201', 'limit=x', 'status=Done', 'startingAfter=nonsense']) {
    const { status, body } = await caller.call('GET', `/api/import/v1/jobs?${query}`);
    assert.deepEqual([status, body.parameter], [400, query.split('=')[0]], query);
  }
});

test('The job of an import contains the same as its answer.', async () => {
  const caller = await service.client('same');
  const { body: answer } = await caller.importProducts([...products(3), {}, { __ID: 'p1', unseen: ['a'] }]);
  const { body: job } = await jobOf(caller, answer.jobRef);
  const timeless = ({
    startedAt: _startedAt,
    finishedAt: _finishedAt,
    durationMs: _durationMs,
    // The response to an import omits these properties, because the caller knows them.
    actor: _actor,
    actorName: _actorName,
    ...rest
  }: Record<string, unknown>) => rest;
  assert.deepEqual(timeless(job), timeless(answer));
  assert.equal(job.warnings.length, 1);
});

test('The answer holds the first 1,000 errors, the job pages through all of them, in the order of the body and by code.', async () => {
  const caller = await service.client('errors');
  const list = Array.from({ length: 2_600 }, (_, at) =>
    at % 2 === 0 ? { __ID: `e${at}`, __x: '1' } : { name: 'no id' },
  );
  const { body: answer } = await caller.importProducts(list);
  assert.deepEqual([answer.rejected, answer.errors.length, answer.errorsTruncated], [2_600, 1_000, true]);
  assert.deepEqual(answer.errorCounts, { 'reserved-name': 1_300, 'missing-id': 1_300 });
  const { body: job } = await jobOf(caller, answer.jobRef);
  assert.deepEqual([job.errors.length, job.errorsTruncated, job.errorCounts], [1_000, true, answer.errorCounts]);
  assert.deepEqual(job.errors, answer.errors);
  const countsAfter = async (stored: object) => {
    await sql`
      update import_job
      set error_counts = ${JSON.stringify(stored)}::jsonb
      where job_id = ${answer.jobRef}::uuid`.execute(service.database);
    return (await jobOf(caller, answer.jobRef)).body.errorCounts;
  };
  // the stored counts are used, unless they are incomplete because an earlier version wrote the progress
  assert.deepEqual(await countsAfter({ 'missing-id': 2_600 }), { 'missing-id': 2_600 });
  assert.deepEqual(await countsAfter({}), answer.errorCounts);
  const collect = async (query: string): Promise<{ index: number; code: string; productId?: string }[]> => {
    const all = [];
    for (let next: string | null = '0'; next !== null;) {
      const { body }: TestAnswer = await caller.call(
        'GET',
        `/api/import/v1/jobs/${answer.jobRef}/errors?${query}&startingAfter=${next}`,
      );
      all.push(...body.errors);
      next = body.next;
    }
    return all;
  };
  const all = await collect('limit=400');
  assert.deepEqual(
    all.map(({ index }) => index),
    list.map((_, index) => index),
  );
  assert.deepEqual(all.slice(0, 1_000), answer.errors);
  assert.deepEqual([all[0]?.productId, all[1]?.productId], ['e0', undefined]);
  const missing = await collect('limit=1000&code=missing-id');
  assert.deepEqual(
    missing.map(({ index }) => index),
    list.flatMap((_, index) => (index % 2 === 1 ? [index] : [])),
  );
  assert.deepEqual(await collect('limit=10&code=other'), []);
});

test('One product with very many faults lists no more of them than help.', async () => {
  const caller = await service.client('many');
  const members = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`__x${at}`, '1']));
  const { body } = await caller.importProducts([{ __ID: 'a', ...members }]);
  assert.equal(body.rejected, 1);
  assert.ok(body.errors.length <= 100, String(body.errors.length));
});

test('Edits of a person and imports are distinguished by their origin, whatever their size, and each can be listed alone.', async () => {
  const caller = await service.client('origins');
  const imported = await caller.importProducts(products(1));
  const edited = await caller.importProducts([{ __ID: 'p0', value: 'edited' }], '?origin=edit');
  assert.deepEqual([imported.body.origin, edited.body.origin], ['import', 'edit']);
  const again = await caller.importProducts(products(3));
  const list = async (query: string) =>
    (await caller.call('GET', `/api/import/v1/jobs${query}`)).body.jobs.map(
      ({ jobRef, origin }: { jobRef: string; origin: string }) => [jobRef, origin],
    );
  const imports = [again, imported].map(({ body }) => [body.jobRef, 'import']);
  assert.deepEqual(await list('?origin=import'), imports);
  assert.deepEqual(await list('?origin=edit'), [[edited.body.jobRef, 'edit']]);
  assert.deepEqual(await list('?origin=edit&status=Failed'), []);
  assert.equal((await list('')).length, 3);
  const { body: job } = await caller.call('GET', `/api/import/v1/jobs/${edited.body.jobRef}`);
  assert.equal(job.origin, 'edit');
  assert.equal((await caller.call('GET', '/api/import/v1/jobs?origin=other')).body.code, 'invalid-parameter');
  const stored = await caller.importBody(JSON.stringify({ products: products(2) }), {
    query: '?origin=edit',
    headers: later,
  });
  assert.equal((await ended(caller, stored.body.jobRef)).body.origin, 'edit');
});

test('Jobs are listed newest first even if the clock was set back.', async () => {
  const caller = await service.client('list after a clock');
  const first = (await caller.importProducts(products(1))).body.jobRef as string; // the contract declares this type
  // simulates a job that was created by a process with a fast clock
  const ahead = `ffffffff${first.slice(8)}`;
  await sql`
    update import_job
    set job_id = ${ahead}::uuid
    where client_id = 'list after a clock' and job_id = ${first}::uuid`.execute(service.database);
  const second = (await caller.importProducts(products(2))).body.jobRef as string; // the contract declares this type
  const listed: string[] = [];
  for (let next: string | null = ''; next !== null;) {
    const query: string = `limit=1&origin=import${next === '' ? '' : `&startingAfter=${next}`}`;
    const { body }: TestAnswer = await caller.call('GET', `/api/import/v1/jobs?${query}`);
    listed.push(body.jobs[0].jobRef);
    next = body.next;
  }
  assert.deepEqual(listed, [second, ahead]);
  const unknown = await caller.call('GET', '/api/import/v1/jobs?startingAfter=00000000-0000-7000-8000-000000000000');
  assert.equal(unknown.body.code, 'unknown-cursor');
});
