import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { ask, type GatewayWorld, send, startGatewayWorld } from '../../channels/gateway-world.ts';
import type { TestCaller } from '../../test-service.ts';
import { connectClients } from '../connected-client.ts';

let world: GatewayWorld;
let adapter: TestCaller;
before(async () => {
  world = await startGatewayWorld({ submissionDays: 40 });
  adapter = await world.adapter('shop');
});
after(() => world[Symbol.asyncDispose]());

const connected = connectClients(
  () => world,
  () => adapter,
);
const fetchOf = (submissionId: string) => send(adapter, 'GET', `/external/submissions/${submissionId}`);
const pathOf = (submissionId: string) => `/api/submit/v1/submissions/${submissionId}`;

/** Makes a submission some days older, and marks its content as deleted and its notice as sent. */
async function age(submissionId: string, days = 41): Promise<void> {
  await sql`
    update submission
    set
      created_at = created_at - make_interval(days => ${days}),
      finished_at = finished_at - make_interval(days => ${days}),
      content_gone_at = now(),
      is_noticed = true
    where submission_id = ${submissionId}::uuid`.execute(world.service.database);
}

const drain = () => world.service.retention.submissions.drain();

async function rowsOf(submissionId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select
      (select count(*) from submission where submission_id = ${submissionId}::uuid)
      + (select count(*) from submission_product where submission_id = ${submissionId}::uuid)
      + (select count(*) from submission_item where submission_id = ${submissionId}::uuid)
      + (select count(*) from adapter_submission where submission_id = ${submissionId}::uuid)
      + (select count(*) from comment where subject_id = ${submissionId}) as count`.execute(world.service.database);
  return rows[0]?.count ?? -1;
}

const accepted = (productId: string) => ({ productId, status: 'Accepted', externalId: `x-${productId}` });
const returned = (productId: string) => ({ productId, status: 'Returned', message: 'No picture' });

test('an old submission is deleted with its results, and the states of its products stay', async () => {
  const { client, submit, report } = await connected('ended');
  const { submissionId } = await submit(['a', 'b']);
  await report(submissionId, { status: 'Success', items: [accepted('a'), returned('b')] });
  const recent = await submit(['c']);
  await report(recent.submissionId, { status: 'Success' });
  await sql`
    insert into comment (client_id, comment_id, subject_kind, subject_id, text, mentions, created_at)
    values ('ended', gen_random_uuid(), 'submission', ${submissionId}, 'why?', '{}', now())`.execute(
    world.service.database,
  );
  const onChannel = async () => (await ask(client, 'GET', '/api/channels/v1/channels/shop/products')).products;
  const before = await onChannel();
  await sql`
    insert into automatic_submit (client_id, channel_id, last_submission_id)
    values ('ended', 'shop', ${submissionId}::uuid)`.execute(world.service.database);
  const lastOfRules = async () =>
    (await ask(client, 'GET', '/api/channels/v1/channels/shop/automatic-submit')).lastSubmissionId;
  assert.equal(await lastOfRules(), submissionId);
  await age(submissionId, 39);
  await drain();
  assert.equal((await send(client, 'GET', pathOf(submissionId))).status, 200, 'it is not old enough');
  await age(submissionId, 2);
  await drain();

  assert.equal(await rowsOf(submissionId), 0);
  for (const path of ['', '/products'])
    assert.equal((await send(client, 'GET', pathOf(submissionId) + path)).body.code, 'unknown-submission');
  assert.equal((await fetchOf(submissionId)).body.code, 'unknown-submission');
  assert.equal(await lastOfRules(), null);
  const states = await onChannel();
  assert.deepEqual(
    states,
    before.map((one: { productId: string }) => (one.productId === 'c' ? one : { ...one, submissionId: null })),
  );
  assert.deepEqual(
    [states[0].state, states[0].externalId, states[1].state, states[1].message],
    ['Accepted', 'x-a', 'Returned', 'No picture'],
  );
  const list = await ask(client, 'GET', '/api/submit/v1/submissions');
  assert.deepEqual(
    [list.keptDays, list.submissions.map((one: { submissionId: string }) => one.submissionId)],
    [40, [recent.submissionId]],
  );
});

test('a submission stays, however old, until everything about it has been reported', async () => {
  const unfetched = await (await connected('unfetched')).submit(['a']);
  const { submit, report } = await connected('open');
  const sent = await submit(['a', 'b']);
  await report(sent.submissionId, { status: 'Sent' });
  const half = await submit(['a', 'b']);
  await report(half.submissionId, { status: 'Error', items: [accepted('a')] });
  assert.equal((await fetchOf(sent.submissionId)).status, 200);
  const undecided = await submit(['a']);
  await report(undecided.submissionId, { status: 'Success', items: [{ productId: 'a', status: 'Pending' }] });
  const silent = await submit(['b']);
  await report(silent.submissionId, { status: 'Success' });
  const whole = await submit(['c']);
  await report(whole.submissionId, { status: 'Success' });
  const all = [unfetched, sent, half, undecided, silent, whole];
  for (const { submissionId } of all) await age(submissionId);
  await sql`update submission set is_noticed = false where submission_id = ${silent.submissionId}::uuid`.execute(
    world.service.database,
  );
  await sql`update submission set content_gone_at = null where submission_id = ${whole.submissionId}::uuid`.execute(
    world.service.database,
  );
  await drain();
  for (const { submissionId } of all) assert.equal((await fetchOf(submissionId)).status, 200);
});

test('results that arrived while a newer submission waits are kept until that one can no longer be cancelled', async () => {
  const { client, submit, report, states } = await connected('waiting');
  const first = await submit(['a']);
  assert.equal((await fetchOf(first.submissionId)).status, 200);
  const second = await submit(['a']);
  await report(first.submissionId, { status: 'Success', items: [returned('a')] });
  await age(first.submissionId);
  await age(second.submissionId);
  await drain();
  await ask(client, 'POST', `${pathOf(second.submissionId)}/cancel`, {});
  assert.deepEqual(await states(), { a: 'Returned' });
  await age(second.submissionId);
  await drain();
  assert.deepEqual([await rowsOf(first.submissionId), await rowsOf(second.submissionId)], [0, 0]);
  assert.deepEqual(await states(), { a: 'Returned' });
});

test('a cancelled submission restores the state from before, although the submission of that state was deleted', async () => {
  const { client, submit, report, states } = await connected('restored');
  const first = await submit(['a']);
  await report(first.submissionId, { status: 'Success', items: [accepted('a')] });
  await age(first.submissionId);
  const second = await submit(['a']);
  await drain();
  assert.equal(await rowsOf(first.submissionId), 0);
  await ask(client, 'POST', `${pathOf(second.submissionId)}/cancel`, {});
  assert.deepEqual(await states(), { a: 'Accepted' });
  const [product] = (await ask(client, 'GET', '/api/channels/v1/channels/shop/products')).products;
  assert.deepEqual([product.submissionId, product.externalId], [null, 'x-a']);
  const kept = await sql<{ account: string }>`
    select gone_submission ->> 'accountId' as account
    from channel_product
    where client_id = 'restored' and product_id = 'a'`.execute(world.service.database);
  assert.equal(kept.rows.length, 1);
  assert.ok(kept.rows[0]?.account);
});

test('a submission of many products is deleted in several batches', async () => {
  const { submit, report } = await connected('many');
  const { submissionId } = await submit(['a']);
  await report(submissionId, { status: 'Success' });
  await sql`
    insert into submission_product (client_id, submission_id, product_id, revision, created_at, "values")
    select 'many', ${submissionId}::uuid, 'p' || numbered.n, 1, now(), '{}'
    from generate_series(1, 11000) as numbered (n)`.execute(world.service.database);
  const state = () =>
    sql<{ cursor: object | null; deleted: number }>`
      select retention.cursor, retention.deleted from retention where retention.name = 'submissions'`.execute(
      world.service.database,
    );
  await drain();
  const before = (await state()).rows[0]?.deleted ?? 0;
  await age(submissionId);
  await drain();
  assert.equal(await rowsOf(submissionId), 0);
  const { rows } = await state();
  assert.equal(rows[0]?.cursor, null);
  assert.equal((rows[0]?.deleted ?? 0) - before, 1);
});
