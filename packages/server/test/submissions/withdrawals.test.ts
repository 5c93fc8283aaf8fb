import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ask, type GatewayWorld, send, startGatewayWorld } from '../channels/gateway-world.ts';
import type { TestCaller } from '../test-service.ts';
import { runRulesNow } from './automatic-run.ts';
import { connectClients } from './connected-client.ts';

let world: GatewayWorld;
let adapter: TestCaller;
before(async () => {
  world = await startGatewayWorld();
  adapter = await world.adapter('shop');
  await declare(adapter, ['withdraw']);
});
after(() => world[Symbol.asyncDispose]());

const connected = connectClients(
  () => world,
  () => adapter,
);
const log = '/api/submit/v1/submissions';
const withdrawals = '/api/submit/v1/channels/shop/withdrawals';
const products = '/api/channels/v1/channels/shop/products';
const statusPath = '/api/channels/v1/shop/status/products';
const rules = '/api/channels/v1/channels/shop/automatic-submit';

const declare = (caller: TestCaller, capabilities: string[]) =>
  ask(caller, 'PUT', '/external/channels/shop/capabilities', { capabilities });

/** Connects a client whose products a, b and c are Accepted on the channel, with the external ids `x-a` and so on. */
async function onChannel(clientId: string) {
  const made = await connected(clientId);
  const { submissionId } = await made.submit(['a', 'b', 'c']);
  const items = ['a', 'b', 'c'].map((productId) => ({ productId, status: 'Accepted', externalId: `x-${productId}` }));
  await made.report(submissionId, { status: 'Success', items });
  await world.poll(adapter);
  return { ...made, withdraw: (body: unknown) => ask(made.client, 'POST', withdrawals, body, 202) };
}

test('a withdrawal is a submission of ids and external ids; what the adapter accepts is Withdrawn, and a repeated report changes nothing', async () => {
  const { client, accountId, withdraw, report, states } = await onChannel('taking-off');
  await client.call('DELETE', '/api/products/v1/products/b');
  const answer = await withdraw({ productIds: ['a', 'b', 'nowhere'], comment: 'Recall' });
  const { submissionId } = answer;
  assert.equal(answer.withdrawn, 2);
  assert.deepEqual(
    answer.skipped.map((one: { productId: string; code: string }) => [one.productId, one.code]),
    [['nowhere', 'not-on-channel']],
  );
  const [event, ...others] = await world.poll(adapter);
  assert.deepEqual(event.data, { submissionId, accountId, productCount: 2, comment: 'Recall', operation: 'withdraw' });
  assert.deepEqual(others, []);
  const head = await ask(adapter, 'GET', `/external/submissions/${submissionId}`);
  assert.deepEqual([head.operation, head.productCount, head.status], ['withdraw', 2, 'Submitted']);
  assert.deepEqual(await ask(adapter, 'GET', `/external/submissions/${submissionId}/products`), {
    products: [
      { __ID: 'a', externalId: 'x-a' },
      { __ID: 'b', externalId: 'x-b' },
    ],
    assets: {},
    hasMore: false,
    next: null,
  });
  assert.deepEqual(await states(), { a: 'Submitted', b: 'Submitted', c: 'Accepted' });

  const done = {
    status: 'Success',
    items: [
      { productId: 'a', status: 'Accepted', externalId: 'x-a' },
      { productId: 'b', status: 'Rejected', message: 'sold' },
    ],
  };
  await report(submissionId, done);
  assert.deepEqual(await states(), { a: 'Withdrawn', b: 'Rejected', c: 'Accepted' });
  const { next } = await ask(client, 'GET', `${statusPath}/changed`);
  await report(submissionId, done);
  assert.deepEqual((await ask(client, 'GET', `${statusPath}/changed?from=${next}`)).products, []);
  const gone = await ask(client, 'GET', `${statusPath}/a`);
  assert.deepEqual(
    [gone.state, gone.externalId, gone.changedSince, gone.latestSubmission.operation],
    ['Withdrawn', null, false, 'withdraw'],
  );
  const logged = await ask(client, 'GET', `${log}/${submissionId}`);
  assert.deepEqual(
    [logged.operation, logged.status, logged.results],
    ['withdraw', 'Partial', { Accepted: 1, Rejected: 1 }],
  );

  const again = await ask(client, 'POST', `${log}/${submissionId}/resubmit`, {}, 202);
  assert.equal(again.submitted, 1);
  const repeated = await ask(adapter, 'GET', `/external/submissions/${again.submissionId}`);
  assert.equal(repeated.operation, 'withdraw', 'the failed part of a withdrawal is withdrawn again, not submitted');
  await report(again.submissionId, { status: 'Success' });
  assert.equal((await states())['b'], 'Withdrawn');
  await world.poll(adapter);
});

test('a product whose accepted withdrawal is taken back by a later report is on the channel again and can be withdrawn', async () => {
  const { client, withdraw, report, states } = await onChannel('taken-back');
  const { submissionId } = await withdraw(['a']);
  await report(submissionId, { status: 'Success' });
  await report(submissionId, { status: 'Error', items: [{ productId: 'a', status: 'Rejected', message: 'on sale' }] });
  const back = await ask(client, 'GET', `${statusPath}/a`);
  assert.deepEqual([back.state, back.externalId], ['Rejected', 'x-a']);
  assert.equal((await ask(client, 'POST', `${log}/${submissionId}/resubmit`, {}, 202)).submitted, 1);
  const again = await withdraw(['a']);
  const { products } = await ask(adapter, 'GET', `/external/submissions/${again.submissionId}/products`);
  assert.deepEqual(products, [{ __ID: 'a', externalId: 'x-a' }]);
  await report(again.submissionId, { status: 'Success' });
  await ask(client, 'POST', '/api/channels/v1/channels/shop/products', { productIds: ['a'], state: 'Ready' });
  assert.equal((await withdraw(['a'])).submissionId, null, 'a marked product is not on the channel');
  assert.equal((await ask(client, 'GET', `${statusPath}/a`)).externalId, null);
  assert.deepEqual(await states(), { a: 'Ready', b: 'Accepted', c: 'Accepted' });
  await world.poll(adapter);
});

test('a withdrawn product is submitted again only on request', async () => {
  const { client, withdraw, submit, report, states } = await onChannel('returning');
  const { submissionId } = await withdraw(['a', 'b']);
  await client.importProducts([{ __ID: 'a', color: 'red' }]);
  await ask(client, 'PUT', rules, { afterImports: { quietSeconds: 0 } });
  await runRulesNow(world.service, 'returning');
  assert.equal((await states())['a'], 'Submitted');
  await report(submissionId, { status: 'Success' });
  assert.deepEqual((await ask(client, 'GET', `${log}?limit=1`)).submissions[0].submissionId, submissionId);
  await ask(client, 'POST', products, { productIds: ['b'], state: 'Ready' });
  assert.deepEqual(await states(), { a: 'Withdrawn', b: 'Ready', c: 'Accepted' });
  await report((await submit(['a', 'b'])).submissionId, { status: 'Success' });
  assert.deepEqual(await states(), { a: 'Accepted', b: 'Accepted', c: 'Accepted' });
  await ask(client, 'PUT', rules, {});
  await world.poll(adapter);
});

test('a withdrawal chooses by ids, by filter or all deleted products, and only what was submitted', async () => {
  const { client, withdraw, report, states } = await onChannel('choosing');
  await client.importProducts([
    { __ID: 'a', __FAMILY: 'pens' },
    { __ID: 'd', __FAMILY: 'pens' },
  ]);
  await ask(client, 'POST', products, { productIds: ['d'], state: 'Ready' });
  const differs = await send(client, 'POST', withdrawals, { filter: { family: 'pens' }, expected: 2 });
  assert.deepEqual([differs.status, differs.body.count], [409, 1]);
  assert.equal((await withdraw({ filter: { family: 'pens' }, expected: 1 })).withdrawn, 1);
  for (const id of ['b', 'd']) await client.call('DELETE', `/api/products/v1/products/${id}`);
  const { submissionId, withdrawn } = await withdraw({ deleted: true });
  assert.equal(withdrawn, 1);
  assert.deepEqual(await withdraw({ deleted: true }), {
    submissionId: null,
    withdrawn: 0,
    skipped: [],
    skippedCount: 0,
  });
  await report(submissionId, { status: 'Success' });
  assert.equal((await states())['b'], 'Withdrawn');
  assert.equal((await withdraw(['b'])).submissionId, null);
  for (const body of [{}, { deleted: true, filter: {} }, { deleted: false }, [], { productIds: ['a'], filter: {} }])
    assert.equal((await send(client, 'POST', withdrawals, body)).status, 400, JSON.stringify(body));
  await world.poll(adapter);
});

test('an empty filter withdraws everything only if the request says so', async () => {
  const { client, withdraw, states } = await onChannel('all');
  const untouched = { a: 'Accepted', b: 'Accepted', c: 'Accepted' };
  for (const body of [
    { filter: {} },
    { filter: {}, comment: 'all' },
    { filter: { family: 'x' }, all: true },
    { productIds: ['a'], all: true },
    { filter: { text: ' \u200b' } },
    { filter: { where: ['__NAME~'] } },
    { filter: { where: ['__NAME='] } },
  ])
    assert.equal((await send(client, 'POST', withdrawals, body)).status, 400, JSON.stringify(body));
  assert.equal((await send(client, 'POST', withdrawals, { filter: {}, expected: 2 })).body.code, 'count-differs');
  assert.deepEqual(await states(), untouched);
  assert.equal((await withdraw({ filter: {}, all: true })).withdrawn, 3);
  await world.poll(adapter);
});

test('a withdrawal can be cancelled until it is fetched, which restores the states', async () => {
  const { client, withdraw, states } = await onChannel('changing-mind');
  await ask(client, 'PUT', rules, { afterImports: { quietSeconds: 0 } });
  const { submissionId } = await withdraw(['a']);
  await ask(client, 'POST', `${log}/${submissionId}/cancel`);
  assert.deepEqual(await states(), { a: 'Accepted', b: 'Accepted', c: 'Accepted' });
  assert.deepEqual((await ask(adapter, 'GET', `/external/submissions/${submissionId}/products`)).products, []);
  const restored = await ask(client, 'GET', `${statusPath}/a`);
  assert.equal(restored.externalId, 'x-a');
  await client.importProducts([{ __ID: 'a', color: 'blue' }]);
  await runRulesNow(world.service, 'changing-mind');
  assert.equal((await states())['a'], 'Submitted', 'it is submitted automatically again');
  await ask(client, 'PUT', rules, {});
  await world.poll(adapter);
});

test('without the capability there are no withdrawals; adapter and operator declare it, for their channels', async () => {
  const { client, submit } = await connected('incapable');
  await submit(['a']);
  await declare(adapter, []);
  const refused = await send(client, 'POST', withdrawals, ['a']);
  assert.deepEqual([refused.status, refused.body.code], [404, 'not-found']);
  assert.deepEqual((await ask(client, 'GET', '/api/channels/v1/channels/shop')).capabilities, []);
  await ask(client, 'PUT', rules, { afterImports: { quietSeconds: 0 }, withdrawDeleted: true });
  await client.call('DELETE', '/api/products/v1/products/a');
  await runRulesNow(world.service, 'incapable');
  assert.equal((await ask(client, 'GET', log)).submissions.length, 1);
  await ask(client, 'PUT', rules, {});

  const other = await world.adapter('other-shop');
  const foreign = await send(other, 'PUT', '/external/channels/shop/capabilities', { capabilities: ['withdraw'] });
  assert.deepEqual([foreign.status, foreign.body.code], [404, 'unknown-channel']);
  assert.equal(
    (await send(adapter, 'PUT', '/external/channels/shop/capabilities', { capabilities: ['fly'] })).status,
    400,
  );
  const changed = await ask(world.operator, 'PATCH', '/console/channels/shop', {
    capabilities: ['withdraw', 'withdraw'],
  });
  assert.deepEqual(changed.capabilities, ['withdraw']);
  const [listed] = (await ask(adapter, 'GET', '/external/channels')).channels;
  assert.deepEqual(listed.capabilities, ['withdraw']);
  await world.poll(adapter);
});

test('automatic submission withdraws deleted products if the rules say so, once and after the quiet time', async () => {
  const { client, states, report } = await onChannel('tidy');
  const run = async () => {
    await runRulesNow(world.service, 'tidy');
    return world.poll(adapter);
  };
  await ask(client, 'PUT', rules, { afterImports: { quietSeconds: 0 } });
  await client.call('DELETE', '/api/products/v1/products/a');
  assert.deepEqual(await run(), [], 'off by default');
  await ask(client, 'PUT', rules, { afterImports: { quietSeconds: 3600 }, withdrawDeleted: true });
  assert.deepEqual(await run(), [], 'within the quiet time, a product may be imported again');
  const set = await ask(client, 'PUT', rules, { afterImports: { quietSeconds: 0 }, withdrawDeleted: true });
  assert.equal(set.withdrawDeleted, true);
  const [event, ...others] = await run();
  assert.deepEqual([event.data.operation, event.data.productCount, others], ['withdraw', 1, []]);
  assert.deepEqual(await run(), []);
  await report(event.data.submissionId, { status: 'Error', message: 'no access' });
  assert.deepEqual(await run(), [], 'a failed withdrawal is not repeated by itself');
  assert.deepEqual(await states(), { a: 'Returned', b: 'Accepted', c: 'Accepted' });
  await client.call('DELETE', '/api/products/v1/products/b');
  const [second] = await run();
  assert.deepEqual(await ask(adapter, 'GET', `/external/submissions/${second.data.submissionId}/products`), {
    products: [{ __ID: 'b', externalId: 'x-b' }],
    assets: {},
    hasMore: false,
    next: null,
  });
  await ask(client, 'PUT', rules, {});
});
