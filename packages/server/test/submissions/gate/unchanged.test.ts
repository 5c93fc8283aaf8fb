import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { ask, type GatewayWorld } from '../../channels/gateway-world.ts';
import { publishStandard } from '../../readiness/readiness-world.ts';
import type { TestCaller } from '../../test-service.ts';
import { channelPath, gatedStandard, submit, submittedIds, startGatedScene } from '../gated-world.ts';

let world: GatewayWorld;
let adapter: TestCaller;
let client: TestCaller;
const productIds = ['a', 'b', 'bad', 'rejected'];
const changedOnly = { productIds, skipUnchanged: true };

before(async () => {
  ({ world, adapter, client } = await startGatedScene('unchanged', { submissionDays: 40 }));
  await client.importProducts([
    { __ID: 'a', title: 'A' },
    { __ID: 'b', title: 'B' },
    { __ID: 'bad', title: 'longer than ten' },
    { __ID: 'rejected', title: 'R' },
  ]);
  await drain();
});
after(() => world[Symbol.asyncDispose]());

const drain = () => world.service.evaluations.drain();
type Skip = { productId: string; code: string };
const codes = ({ skipped }: { skipped: Skip[] }) => skipped.map(({ productId, code }) => [productId, code]);
const preview = (body: object = { productIds }) => ask(client, 'POST', '/api/submit/v1/channels/shop/preview', body);

/** Submits, and lets the adapter accept everything except the product `rejected`. */
async function submitAndReport(body: object) {
  const answer = await submit(client, body);
  if (answer.submissionId === null) return answer;
  await world.poll(adapter);
  const path = `/external/submissions/${answer.submissionId}`;
  await ask(adapter, 'GET', `${path}/products`);
  const items = (await submittedIds(world, answer.submissionId)).map((productId) => ({
    productId,
    status: productId === 'rejected' ? 'Rejected' : 'Accepted',
  }));
  await ask(adapter, 'POST', `${path}/status`, { status: 'Success', items });
  return answer;
}

test('the first submit takes everything that is ready, and unchanged products are then counted and skipped', async () => {
  assert.equal((await preview()).unchanged, 0);
  assert.equal((await submitAndReport(changedOnly)).submitted, 3);
  const counts = await preview();
  assert.deepEqual([counts.ready, counts.unchanged, counts.notReady], [3, 2, 1]);
  await client.importProducts([
    { __ID: 'a', unread: 'changed' },
    { __ID: 'b', title: 'B2' },
  ]);
  await drain();
  assert.equal((await preview()).unchanged, 1);
  const answer = await submitAndReport(changedOnly);
  assert.deepEqual(codes(answer), [
    ['a', 'unchanged'],
    ['bad', 'not-ready'],
  ]);
  assert.deepEqual(await submittedIds(world, answer.submissionId), ['b', 'rejected']);
});

test('without the request, unchanged products are submitted again, as before', async () => {
  assert.equal((await submitAndReport({ productIds: ['a', 'b'] })).submitted, 2);
});

test('the number that the caller expects includes unchanged products', async () => {
  const filter = { filter: {}, expected: 4, skipUnchanged: true };
  assert.equal((await submitAndReport(filter)).submitted, 1, 'only the rejected product');
});

test('a product is not unchanged for an account that it was not submitted with', async () => {
  const [first] = (await ask(client, 'GET', channelPath)).accounts;
  const second = await world.connect(client, adapter, 'shop');
  await drain();
  assert.equal((await preview({ productIds, accountId: first.accountId })).unchanged, 2);
  assert.equal((await preview({ productIds, accountId: second })).unchanged, 0);
  const { database, retention } = world.service;
  await sql`
    update submission
    set finished_at = finished_at - interval '41 days', content_gone_at = now(), is_noticed = true`.execute(database);
  await retention.submissions.drain();
  assert.deepEqual((await ask(client, 'GET', '/api/submit/v1/submissions')).submissions, []);
  assert.equal((await preview({ productIds, accountId: first.accountId })).unchanged, 2, 'also without its submission');
  assert.equal((await preview({ productIds, accountId: second })).unchanged, 0);
  const answer = await submit(client, { ...changedOnly, accountId: second });
  assert.deepEqual(await submittedIds(world, answer.submissionId), ['a', 'b', 'rejected']);
});

test('a preview says whether products that are not ready may be submitted', async () => {
  const rules = async () => {
    const { submitsNotReady, mayAllowInvalid } = await preview();
    return { submitsNotReady, mayAllowInvalid };
  };
  assert.deepEqual(await rules(), { submitsNotReady: false, mayAllowInvalid: false });
  await ask(world.operator, 'PATCH', '/console/channels/shop', { allowInvalid: true });
  assert.deepEqual(await rules(), { submitsNotReady: false, mayAllowInvalid: true });
  await publishStandard(adapter, 'shop', { ...gatedStandard, enforcement: 'advisory' });
  assert.equal((await rules()).submitsNotReady, true);
});
