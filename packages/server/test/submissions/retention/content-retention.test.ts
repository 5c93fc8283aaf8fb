import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { pino } from 'pino';
import { systemClock } from '../../../src/platform/index.ts';
import { startContentRetention } from '../../../src/submissions/index.ts';
import { ask, type GatewayWorld, send, startGatewayWorld } from '../../channels/gateway-world.ts';
import type { TestCaller } from '../../test-service.ts';
import { connectClients } from '../connected-client.ts';

const dayMs = 86_400_000;
let world: GatewayWorld;
let adapter: TestCaller;
before(async () => {
  world = await startGatewayWorld();
  adapter = await world.adapter('shop');
});
after(() => world[Symbol.asyncDispose]());

const connected = connectClients(
  () => world,
  () => adapter,
);
const pageOf = (submissionId: string) => send(adapter, 'GET', `/external/submissions/${submissionId}/products`);

/** Runs the cleanup twice, an hour apart, `daysFromNow` days from the present, with a retention of `days` days. */
async function runTwice(daysFromNow: number, days = 40): Promise<void> {
  const clock = { ...systemClock, offsetMs: daysFromNow * dayMs, now: () => new Date(Date.now() + clock.offsetMs) };
  const log = pino({ level: 'silent' });
  await using retention = startContentRetention({ database: world.service.database, clock, log, days });
  await retention.drain();
  clock.offsetMs += dayMs / 24;
  await retention.drain();
}

async function bytesOf(submissionId: string): Promise<string> {
  const { rows } = await sql<{ kept: string }>`
    select string_agg(submission_product."values"::text || coalesce(submission_product.packaging::text, ''), '') as kept
    from submission_product
    where submission_product.submission_id = ${submissionId}::uuid`.execute(world.service.database);
  return rows[0]?.kept ?? '';
}

test('the content of a submission is deleted some days after its end; its log stays, and late results and resubmits still work', async () => {
  const products = [
    { __ID: 'a', color: 'red' },
    { __ID: 'b', color: 'blue', PACKAGING: ['a'] },
  ];
  const { client, submit, report, states } = await connected('ended', products);
  const { submissionId } = await submit(['a', 'b']);
  await report(submissionId, {
    status: 'Success',
    items: [
      { productId: 'a', status: 'Accepted' },
      { productId: 'b', status: 'Returned', message: 'No' },
    ],
  });
  const log = `/api/submit/v1/submissions/${submissionId}`;
  const before = [await ask(client, 'GET', log), await ask(client, 'GET', `${log}/products`)];
  await runTwice(39);
  assert.equal((await pageOf(submissionId)).body.products.length, 2);
  await runTwice(41, 0);
  assert.equal((await pageOf(submissionId)).status, 200, '0 keeps it forever');
  await runTwice(41);
  assert.equal((await pageOf(submissionId)).body.code, 'not-possible-now');
  assert.equal(await bytesOf(submissionId), '{}{}');
  assert.deepEqual([await ask(client, 'GET', log), await ask(client, 'GET', `${log}/products`)], before);
  await runTwice(42);
  await report(submissionId, { status: 'Success', items: [{ productId: 'b', status: 'Rejected' }] });
  assert.deepEqual(await states(), { a: 'Accepted', b: 'Rejected' });
  const again = await ask(client, 'POST', `${log}/resubmit`, {}, 202);
  assert.deepEqual((await pageOf(again.submissionId)).body.products, [
    { __ID: 'b', PACKAGING: [{ __ID: 'a', QUANTITY: 1 }], color: 'blue' },
  ]);
});

test('content stays, however old, if it was not fetched, has not ended, or has a product without a result', async () => {
  const { submit, report } = await connected('open');
  const unfetched = await submit(['a']);
  const fetched = await submit(['a']);
  assert.equal((await pageOf(fetched.submissionId)).status, 200);
  const sent = await submit(['a', 'b']);
  await report(sent.submissionId, { status: 'Sent' });
  const half = await submit(['a', 'b']);
  await report(half.submissionId, { status: 'Success', items: [{ productId: 'a', status: 'Accepted' }] });
  const undecided = await submit(['a']);
  await report(undecided.submissionId, { status: 'Success', items: [{ productId: 'a', status: 'Pending' }] });
  await runTwice(1_000);
  for (const { submissionId } of [unfetched, fetched, sent, half, undecided]) {
    const { status, body } = await pageOf(submissionId);
    assert.equal(status, 200);
    assert.ok(body.products.length > 0);
  }
});

test('a run closes content and a later run deletes it, so that a page that is being sent stays complete', async () => {
  const { submit, report } = await connected('closing', [{ __ID: 'a', color: 'red' }]);
  const { submissionId } = await submit(['a']);
  await report(submissionId, { status: 'Success' });
  const clock = { ...systemClock, now: () => new Date(Date.now() + 50 * dayMs) };
  const log = pino({ level: 'silent' });
  await using retention = startContentRetention({ database: world.service.database, clock, log, days: 40 });
  await retention.drain();
  assert.equal((await pageOf(submissionId)).status, 409);
  assert.match(await bytesOf(submissionId), /red/);
});

test('the definitions of a submission are deleted after its content, unless another submission needs them', async () => {
  const { submit, report, client } = await connected('structures', [{ __ID: 'a', color: 'red' }]);
  const kept = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from structure_snapshot where structure_snapshot.client_id = 'structures'`.execute(
      world.service.database,
    );
    return rows[0]?.count;
  };
  const old = await submit(['a']);
  await report(old.submissionId, { status: 'Success' });
  await ask(client, 'POST', '/api/import/v1/feeds/master', { products: [{ __ID: 'a', size: 'L' }] });
  const recent = await submit(['a']);
  assert.equal(await kept(), 2);
  await runTwice(41);
  assert.equal(await kept(), 2, 'only marked: a concurrent submit may need them');
  await runTwice(42);
  assert.equal(await kept(), 1);
  assert.deepEqual((await pageOf(recent.submissionId)).body.products, [{ __ID: 'a', color: 'red', size: 'L' }]);
});
