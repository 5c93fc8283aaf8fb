import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import type { TestAnswer, TestCaller } from '../test-service.ts';
import { ask, type GatewayWorld, startGatewayWorld } from '../channels/gateway-world.ts';
import { connectClients } from './connected-client.ts';

let world: GatewayWorld;
let adapter: TestCaller;
before(async () => {
  world = await startGatewayWorld();
  adapter = await world.adapter('shop');
  await ask(adapter, 'PUT', '/external/channels/shop/capabilities', { capabilities: ['withdraw'] });
});
after(() => world[Symbol.asyncDispose]());

const connected = connectClients(
  () => world,
  () => adapter,
);

function send(client: TestCaller, key: string, path: string, body: unknown): Promise<TestAnswer> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': key };
  return client.call('POST', path, { headers, body: JSON.stringify(body) });
}
const submitPath = '/api/submit/v1/channels/shop/products';
const withdrawPath = '/api/submit/v1/channels/shop/withdrawals';

/** Returns the number of submissions in the client's log. */
async function countOf(client: TestCaller): Promise<number> {
  return (await client.call('GET', '/api/submit/v1/submissions')).body.submissions.length;
}

test('Ten repeats of a submit with one Idempotency-Key at once submit once, with one event and one answer.', async () => {
  const { client } = await connected('repeating');
  await world.poll(adapter);
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => send(client, 'k', submitPath, ['a', 'b', 'none'])),
  );
  for (const { status, body } of answers) assert.deepEqual([status, body], [202, answers[0]?.body]);
  assert.equal(answers[0]?.body.submitted, 2);
  assert.equal(await countOf(client), 1);
  assert.equal((await world.poll(adapter)).length, 1);

  const without = await client.call('POST', submitPath, {
    headers: { 'content-type': 'application/json' },
    body: '["a"]',
  });
  assert.equal(without.status, 202);
  assert.equal(await countOf(client), 2, 'a submit without a key is a new one');
});

test('A repeated withdrawal and a repeated resubmit get their first answer, and a key serves one request only.', async () => {
  const { client, submit, report } = await connected('varied');
  const { submissionId } = await submit(['a', 'b']);
  const items = [
    { productId: 'a', status: 'Rejected' },
    { productId: 'b', status: 'Accepted' },
  ];
  await report(submissionId, { status: 'Success', items });
  const resubmitPath = `/api/submit/v1/submissions/${submissionId}/resubmit`;
  const resubmitted = await send(client, 'r', resubmitPath, {});
  assert.deepEqual([resubmitted.status, resubmitted.body.submitted], [202, 1], resubmitted.text);
  assert.deepEqual((await send(client, 'r', resubmitPath, {})).body, resubmitted.body);
  const withdrawn = await send(client, 'w', withdrawPath, ['b']);
  assert.deepEqual([withdrawn.status, withdrawn.body.withdrawn], [202, 1], withdrawn.text);
  assert.deepEqual((await send(client, 'w', withdrawPath, ['b'])).body, withdrawn.body);
  assert.equal(await countOf(client), 3);
  for (const other of [
    await send(client, 'w', withdrawPath, ['a']),
    await send(client, 'w', submitPath, ['b']),
    await send(client, 'r', resubmitPath, { comment: 'again' }),
  ])
    assert.deepEqual([other.status, other.body.code], [422, 'idempotency-key-reused']);
  const { status, body } = await send(client, 'x'.repeat(256), submitPath, ['a']);
  assert.deepEqual([status, body.parameter], [400, 'Idempotency-Key']);
  assert.equal(await countOf(client), 3);
});

test('A refused submit leaves its key free, keys are those of one client, and after 24 hours a key can be used again.', async () => {
  const { client } = await connected('free');
  const { client: other } = await connected('other');
  const choice = { filter: {}, expected: 7 };
  assert.equal((await send(client, 'k', submitPath, choice)).body.code, 'count-differs');
  assert.equal((await send(client, 'k', submitPath, { filter: {}, expected: 3 })).status, 202);
  assert.equal((await send(other, 'k', submitPath, ['a'])).body.submitted, 1);
  await sql`update submit_key set created_at = now() - interval '25 hours' where submit_key.client_id = 'free'`.execute(
    world.service.database,
  );
  assert.equal((await send(client, 'k', submitPath, ['b'])).body.submitted, 1);
  await sql`update submit_key set created_at = now() - interval '25 hours' where submit_key.client_id = 'free'`.execute(
    world.service.database,
  );
  assert.equal((await send(client, 'another', submitPath, ['b'])).body.submitted, 1);
  const { rows } = await sql`
    select submit_key.idempotency_key from submit_key where submit_key.client_id = 'free'`.execute(
    world.service.database,
  );
  assert.deepEqual(rows, [{ idempotency_key: 'another' }], 'expired keys are deleted');
  // There are more expired keys than one submit deletes. The key that is used again is the newest, so the submit does not delete it.
  await sql`
    insert into submit_key (client_id, idempotency_key, request_hash, created_at, answer)
    select 'free', 'expired ' || numbered.n, '', now() - interval '25 hours' - make_interval(secs => numbered.n), '{"submitted": 7}'
    from generate_series(0, 150) as numbered (n)`.execute(world.service.database);
  const renewed = await send(client, 'expired 0', submitPath, ['b']);
  assert.deepEqual([renewed.status, renewed.body.submitted], [202, 1], renewed.text);
  assert.deepEqual((await send(client, 'expired 0', submitPath, ['b'])).body, renewed.body);
});
