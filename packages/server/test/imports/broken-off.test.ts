import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { startTestService, type TestCaller } from '../test-service.ts';
import { assertCounts } from './import-answers.ts';
import { openWireImport } from './import-wire.ts';

const service = await startTestService();
after(() => service[Symbol.asyncDispose]());

const productText = (at: number) => `{"__ID":"p${String(at).padStart(6, '0')}","text":"${'x'.repeat(100)} ${at}"}`;
const productTexts = (count: number) => Array.from({ length: count }, (_, at) => productText(at));

/** Returns the number of stored products, and asserts that they are the first products of the body. */
async function storedFromStart(caller: TestCaller): Promise<number> {
  const { rows } = await sql<{ count: number; last: string | null }>`
    select count(*)::int as count, max(product.product_id) as last
    from product
    where product.client_id = ${caller.clientId}`.execute(service.database);
  const { count = 0, last = null } = rows[0] ?? {};
  assert.equal(last, count === 0 ? null : `p${String(count - 1).padStart(6, '0')}`);
  return count;
}

interface Job {
  status: string;
  handled: number;
  received: number;
  created: number;
  fault: { code: string; handled: number } | null;
}

/** Polls a client's newest job until `isReady` returns true for it, and returns the job. */
async function newestJob(caller: TestCaller, isReady: (job: Job) => boolean): Promise<Job> {
  for (;;) {
    const { body } = await caller.call('GET', '/api/import/v1/jobs?limit=1');
    const job: Job | undefined = body.jobs[0];
    if (job && isReady(job)) return job;
  }
}
const hasEnded = ({ status }: Job) => status !== 'Importing';

test('A body that stops being JSON has stored exactly the first "handled" products, in whole batches, and sending it right completes it.', async () => {
  const caller = await service.client('malformed');
  const texts = productTexts(6_000);
  for (const [at, form] of [
    [5_500, 'json'],
    [5_500, 'ndjson'],
    [1_700, 'json'],
  ] as const) {
    await sql`delete from product where product.client_id = 'malformed'`.execute(service.database);
    const broken = texts.with(at, texts[at]!.replace('"text":', '"text";'));
    const body = form === 'json' ? `{"products":[\n${broken.join(',\n')}]}` : broken.join('\n');
    const headers: Record<string, string> = form === 'json' ? {} : { 'content-type': 'application/x-ndjson' };
    const answer = await caller.importBody(body, { headers });
    assert.deepEqual([answer.status, answer.body.code], [400, 'malformed-json'], answer.text);
    const { handled, line, column, offset, jobRef } = answer.body;
    assert.deepEqual([line, column], [form === 'json' ? at + 2 : at + 1, 25]);
    assert.equal(offset, body.indexOf('"text";') + 6);
    assert.ok(handled > 0 && handled <= at && handled % 500 === 0, `${handled} handled`);
    assert.equal(await storedFromStart(caller), handled);
    const job = await caller.call('GET', `/api/import/v1/jobs/${jobRef}`);
    assert.deepEqual(
      [job.body.status, job.body.handled, job.body.created, job.body.fault.handled],
      ['Failed', handled, handled, handled],
    );
    assertCounts(await caller.importBody(`{"products":[${texts.join(',')}]}`), [6_000 - handled, 0, handled, 0]);
  }
});

test('A body that ends too early has stored exactly the first "handled" products.', async () => {
  const caller = await service.client('truncated');
  const body = `{"products":[${productTexts(5_200).join(',')}`;
  const answer = await caller.importBody(body);
  assert.deepEqual(
    [answer.status, answer.body.code, answer.body.offset],
    [400, 'malformed-json', body.length],
    answer.text,
  );
  assert.ok(answer.body.handled >= 4_000, answer.text);
  assert.equal(await storedFromStart(caller), answer.body.handled);
});

test('A bad product in the first batch of a broken body is not listed as handled.', async () => {
  const caller = await service.client('first batch');
  const answer = await caller.importBody('{"products":[{"__ID":"p000000"},{"a":"no id"},{]}');
  assert.deepEqual([answer.status, answer.body.handled], [400, 0]);
  assert.equal(await storedFromStart(caller), 0);
});

test('A sender that breaks off leaves a failed job that shows what was handled, and sending the body again completes it.', async () => {
  const caller = await service.client('broken off');
  const texts = productTexts(8_000);
  for (const mode of ['', '?dryRun=true', '?atomic=true']) {
    const wire = await openWireImport(service.port, caller, { query: mode });
    await wire.write('{"products":[');
    for (let at = 0; at < 7_000; at += 500)
      await wire.write(
        texts
          .slice(at, at + 500)
          .map((text) => `${text},`)
          .join(''),
      );
    await newestJob(caller, (job) => job.status === 'Importing' && (mode !== '' || job.handled > 0));
    wire.socket.resetAndDestroy();
    const job = await newestJob(caller, hasEnded);
    assert.deepEqual([job.status, job.fault?.code], ['Failed', 'request-aborted']);
    assert.equal(await storedFromStart(caller), mode === '' ? job.handled : 0);
    if (mode !== '') continue;
    assert.ok(job.handled > 0 && job.handled <= 7_000 && job.handled % 500 === 0, `${job.handled} handled`);
    assertCounts(await caller.importBody(`{"products":[${texts.join(',')}]}`), [
      8_000 - job.handled,
      0,
      job.handled,
      0,
    ]);
    await sql`delete from product where product.client_id = 'broken off'`.execute(service.database);
  }
});

test('A sender that hangs up after its body is complete loses only the answer.', async () => {
  const caller = await service.client('hung up');
  const body = `{"products":[${productTexts(3_000).join(',')}]}`;
  const wire = await openWireImport(service.port, caller, { length: body.length });
  await wire.write(body);
  // All bytes have been sent. The sender closes the connection as soon as the service has handled the first products.
  await newestJob(caller, (job) => job.handled > 0);
  wire.socket.destroy();
  const job = await newestJob(caller, hasEnded);
  assert.ok(job.status === 'Completed' || job.fault?.code === 'request-aborted', JSON.stringify(job));
  assert.equal(await storedFromStart(caller), job.handled);
});

test('A sender learns of a fault at the start while its body is still on its way.', async () => {
  const caller = await service.client('early');
  const large = `{"products":[{"__ID":01}${`,${productText(1)}`.repeat(60_000)}]}`;
  for (let round = 0; round < 3; round++) {
    const answer = await caller.importBody(large);
    assert.deepEqual([answer.status, answer.body.code, answer.body.handled], [400, 'malformed-json', 0]);
  }
  const wire = await openWireImport(service.port, caller, { length: 1_000_000_000 });
  await wire.write('{"products":[}');
  const answer = await wire.answer();
  assert.deepEqual([answer.status, answer.body?.code], [400, 'malformed-json'], answer.head);
});

test('A sender that reads the response only after sending everything receives an early fault, and can keep using the connection.', async () => {
  const caller = await service.client('deaf');
  const body = `{"products":[}${`,${productText(1)}`.repeat(60_000)}]}`;
  const wire = await openWireImport(service.port, caller, {
    length: body.length,
    headers: { connection: 'keep-alive' },
  });
  for (let at = 0; at < body.length; at += 65_536) await wire.write(body.slice(at, at + 65_536));
  wire.socket.write(
    `GET /api/import/v1/jobs HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${caller.secret}\r\nconnection: close\r\n\r\n`,
  );
  const { head, rest } = await wire.answers();
  assert.match(head, /^HTTP\/1.1 400 /);
  assert.match(rest, /HTTP\/1.1 200 OK/);
});

test('A body that trickles in byte by byte is imported like any other.', async () => {
  const caller = await service.client('trickle');
  const wire = await openWireImport(service.port, caller);
  for (const byte of '{"products":[{"__ID":"é😀","a":10.50}]}\n') await wire.write(byte);
  for (const byte of Buffer.from('  ')) await wire.write(Buffer.of(byte));
  wire.end();
  const answer = await wire.answer();
  assert.deepEqual([answer.status, answer.body.created], [200, 1]);
  assert.deepEqual(await caller.product('é😀'), { __ID: 'é😀', a: '10.50' });
});

test('While one import waits for its sender, others continue.', async () => {
  const caller = await service.client('patient');
  const waiting = await Promise.all(Array.from({ length: 12 }, () => openWireImport(service.port, caller)));
  for (const [at, wire] of waiting.entries()) await wire.write(`{"products":[{"__ID":"w${at}"}`);
  assertCounts(await caller.importProducts([{ __ID: 'busy' }]), [1, 0, 0, 0]);
  for (const wire of waiting) {
    await wire.write(']}');
    wire.end();
  }
  const answers = await Promise.all(waiting.map((wire) => wire.answer()));
  assert.deepEqual(
    answers.map(({ status, body }) => [status, body?.created]),
    waiting.map(() => [200, 1]),
  );
});
