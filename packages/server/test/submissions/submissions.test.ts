import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestCaller } from '../test-service.ts';
import { ask, type GatewayWorld, send, startGatewayWorld } from '../channels/gateway-world.ts';
import { connectClients } from './connected-client.ts';

let world: GatewayWorld;
let adapter: TestCaller;
before(async () => {
  world = await startGatewayWorld();
  adapter = await world.adapter('shop');
});
after(() => world[Symbol.asyncDispose]());

const submitPath = '/api/submit/v1/channels/shop/products';
const log = '/api/submit/v1/submissions';
const statusPath = '/api/channels/v1/shop/status/products';

const connected = connectClients(
  () => world,
  () => adapter,
);

const productsOf = async (submissionId: string, query = '') =>
  ask(adapter, 'GET', `/external/submissions/${submissionId}/products${query}`);

test('a submission is one event, a head, and pages of products as they were, even if they are imported or redefined later', async () => {
  const { client, accountId, submit } = await connected('snapshot', []);
  const definition = (id: string, name: string, parent: string | null, type: string) => ({
    id,
    name,
    compositeAttribute: parent,
    type: { id: type, multiValue: type === 'composite' },
  });
  await client.define([
    definition('price', 'Price', null, 'composite'),
    definition('amount', 'amount', 'price', 'string'),
  ]);
  const pen = {
    __ID: 'pen/1',
    __NAME: 'Pen',
    __FAMILY: 'pens',
    __CATEGORY: 'office',
    PACKAGING: [{ __ID: 'box', QUANTITY: 10.5 }],
    weight: '10.50',
    tags: ['x', 'y'],
    price: [{ amount: '1' }],
  };
  await client.importProducts([pen, { __ID: 'box' }]);
  const answer = await submit({ filter: { family: 'pens' }, comment: 'Spring' });
  assert.equal(answer.submitted, 1);

  const [event, ...others] = await world.poll(adapter);
  assert.deepEqual(others, []);
  assert.equal(event.eventType, 'SUBMIT_EVENT');
  assert.equal(event.clientId, 'snapshot');
  assert.deepEqual(event.data, { submissionId: answer.submissionId, accountId, productCount: 1, comment: 'Spring' });

  await client.importProducts([{ ...pen, __NAME: 'Changed', weight: '99' }]);
  await client.define([definition('amount', 'Betrag', 'price', 'string')]);
  const head = await ask(adapter, 'GET', `/external/submissions/${answer.submissionId}`);
  assert.deepEqual(
    { ...head, created: 0 },
    {
      submissionId: answer.submissionId,
      clientId: 'snapshot',
      channelId: 'shop',
      accountId,
      created: 0,
      comment: 'Spring',
      productCount: 1,
      batchSize: 100,
      status: 'Submitted',
    },
  );
  assert.deepEqual(await productsOf(answer.submissionId), { products: [pen], assets: {}, hasMore: false, next: null });
  const status = await ask(client, 'GET', `${statusPath}/${encodeURIComponent('pen/1')}`);
  assert.equal(status.state, 'Submitted');
  assert.equal(status.changedSince, true);
});

test('products can be named by a list of ids, with or without a trailing slash in the path; those that cannot be submitted are skipped with a reason', async () => {
  const { client } = await connected('skips', [{ __ID: 'ok' }, { __ID: 'open', PACKAGING: ['missing'] }]);
  const answer = await ask(client, 'POST', `${submitPath}/`, ['ok', 'open', 'nowhere', 'ok', '', 'bad\u0000'], 202);
  assert.equal(answer.submitted, 1);
  assert.deepEqual(
    answer.skipped.map((one: { productId: string; code: string }) => `${one.productId} ${one.code}`),
    [' unknown-product', 'bad\u0000 unknown-product', 'nowhere unknown-product', 'open unresolved-packaging'],
  );
  assert.equal(answer.skippedCount, 4);
  await world.poll(adapter);
  const nothing = await ask(client, 'POST', submitPath, ['nowhere'], 202);
  assert.equal(nothing.submissionId, null);
  assert.deepEqual(await world.poll(adapter), []);
});

test('only a Connected account submits, and if there are several, one must be chosen', async () => {
  const client = await world.service.client('choosing');
  await client.importProducts([{ __ID: 'a' }]);
  assert.equal((await send(client, 'POST', submitPath, ['a'])).body.code, 'unknown-connection');
  assert.equal((await send(client, 'POST', submitPath.replace('shop', 'none'), ['a'])).body.code, 'unknown-channel');
  const accounts = '/api/channels/v1/channels/shop/accounts';
  const properties = { shopUrl: 'https://x', apiToken: 'y' };
  const waiting = await ask(client, 'POST', accounts, { name: 'waiting', properties }, 201);
  assert.equal((await send(client, 'POST', submitPath, ['a'])).body.code, 'not-possible-now');
  assert.equal(
    (await send(client, 'POST', submitPath, { productIds: ['a'], accountId: waiting.accountId })).status,
    409,
  );
  const first = await world.connect(client, adapter, 'shop');
  assert.equal((await ask(client, 'POST', submitPath, ['a'], 202)).submitted, 1);
  await world.connect(client, adapter, 'shop');
  assert.equal((await send(client, 'POST', submitPath, ['a'])).body.code, 'invalid-body');
  assert.equal(
    (await send(client, 'POST', submitPath, { productIds: ['a'], accountId: 'none' })).body.code,
    'unknown-account',
  );
  const chosen = await ask(client, 'POST', submitPath, { productIds: ['a'], accountId: first }, 202);
  assert.equal((await ask(client, 'GET', `${log}/${chosen.submissionId}`)).accountId, first);
  for (const body of [
    {},
    { productIds: ['a'], filter: {} },
    [],
    [1],
    'a',
    { productIds: [] },
    { filter: { where: ['nowhere=x'] } },
  ]) {
    assert.equal((await send(client, 'POST', submitPath, body)).status, 400, JSON.stringify(body));
  }
  await world.poll(adapter);
});

test('a page that ends with the last product is the last page, also if its size is limited in bytes', async () => {
  const products = Array.from({ length: 6 }, (_, index) => ({ __ID: `p${index}`, text: 'x'.repeat(3_000_000) }));
  const { client, submit } = await connected('large', []);
  for (const product of products) assert.equal((await client.importProducts([product])).status, 200);
  const { submissionId } = await submit({ filter: {} });
  await world.poll(adapter);
  const page = await productsOf(submissionId);
  assert.deepEqual([page.products.length, page.hasMore, page.next], [6, false, null]);
});

test('pages follow each other without gaps or repeats', async () => {
  const products = Array.from({ length: 123 }, (_, index) => ({ __ID: `p${index}` }));
  const { submit } = await connected('pages', products);
  const { submissionId } = await submit({ filter: {} });
  await world.poll(adapter);
  const seen: string[] = [];
  let next: string | null = null;
  do {
    const page: { products: { __ID: string }[]; next: string | null; hasMore: boolean } = await productsOf(
      submissionId,
      next === null ? '' : `?startingAfter=${next}`,
    );
    assert.ok(page.products.length <= 50);
    assert.equal(page.hasMore, page.next !== null);
    seen.push(...page.products.map((product) => product.__ID));
    next = page.next;
  } while (next !== null);
  assert.deepEqual(seen.toSorted(), products.map((product) => product.__ID).toSorted());
  assert.equal(
    (await send(adapter, 'GET', `/external/submissions/${submissionId}/products?startingAfter=nonsense`)).status,
    400,
  );
});

test('a report on the whole sets the result of every product, and failed products are resubmitted as they are now', async () => {
  const { client, submit, report, states } = await connected('again');
  const { submissionId } = await submit(['a', 'b', 'c']);
  await world.poll(adapter);
  await report(submissionId, { status: 'Error', message: 'shop closed' });
  assert.deepEqual(await states(), { a: 'Returned', b: 'Returned', c: 'Returned' });
  assert.equal((await ask(client, 'GET', `${statusPath}/b`)).message, 'shop closed');
  await report(submissionId, { status: 'Error', items: [{ productId: 'a', status: 'Accepted' }] });
  await client.call('DELETE', '/api/products/v1/products/c');

  const again = await ask(client, 'POST', `${log}/${submissionId}/resubmit`, { comment: 'once more' }, 202);
  assert.equal(again.submitted, 1);
  assert.deepEqual(
    again.skipped.map((one: { productId: string }) => one.productId),
    ['c'],
  );
  const [event] = await world.poll(adapter);
  assert.equal(event.data.comment, 'once more');
  await report(submissionId, { status: 'Error', items: [{ productId: 'b', status: 'Rejected' }] });
  assert.equal((await states())['b'], 'Submitted', 'an older submission no longer changes the product');
  await report(again.submissionId, { status: 'Success' });
  assert.equal((await states())['b'], 'Accepted');
});

test('a misspelt member of a request is refused and named, instead of submitting every product', async () => {
  const { client } = await connected('misspelt');
  const path = '/api/submit/v1/channels/shop/products';
  const refusals: [object, RegExp][] = [
    [{ filter: { Category: 'x' } }, /^The body is not as expected: \/filter .*"Category"/],
    [{ productIds: ['a'], accountID: 'x' }, /"accountID"/],
    [{ filter: { category: null } }, /\/filter\/category /],
    [{ filter: { assetState: ['FOO'] } }, /\/filter\/assetState\/0 must be one of/],
    [[1], /\/0 /],
    [{}, /either by productIds or by filter/],
  ];
  for (const [body, detail] of refusals) {
    const answer = await send(client, 'POST', path, body);
    assert.equal(answer.status, 400, JSON.stringify(body));
    assert.match(answer.body.detail, detail);
  }
  assert.deepEqual((await ask(client, 'GET', log)).submissions, []);
});

test('products that wait for a result are not resubmitted with the failed ones', async () => {
  const { client, submit, report } = await connected('half-way');
  const { submissionId } = await submit(['a', 'b', 'c']);
  await report(submissionId, { status: 'Success', items: [{ productId: 'a', status: 'Rejected' }] });
  assert.equal((await ask(client, 'GET', `${log}/${submissionId}`)).status, 'Partial');
  assert.equal((await ask(client, 'POST', `${log}/${submissionId}/resubmit`, {}, 202)).submitted, 1);
});

test('failed products can be resubmitted with another account if the first one was deleted', async () => {
  const { client, submit, report } = await connected('other-account');
  const { submissionId } = await submit(['a']);
  await report(submissionId, { status: 'Error' });
  const at = '/api/channels/v1/channels/shop/accounts';
  const { accounts } = await ask(client, 'GET', '/api/channels/v1/channels/shop');
  await ask(client, 'DELETE', `${at}/${accounts[0].accountId}`, undefined, 204);
  const { accountId } = await ask(
    client,
    'POST',
    at,
    { name: 'Other', properties: { shopUrl: 'https://other.test', apiToken: 'x' } },
    201,
  );
  const key = { clientId: 'other-account', channelId: 'shop', accountId };
  await ask(adapter, 'POST', '/external/authentication', { ...key, status: 'SUCCESS' });
  const resubmit = `${log}/${submissionId}/resubmit`;
  assert.equal((await send(client, 'POST', resubmit, {})).body.code, 'unknown-account');
  assert.equal((await ask(client, 'POST', resubmit, { accountId }, 202)).submitted, 1);
});

test('a submission can be cancelled until the adapter fetches it, which restores the states of its products', async () => {
  const { client, submit, report, states } = await connected('cancels');
  const first = await submit(['a']);
  await report(first.submissionId, {
    status: 'Success',
    items: [{ productId: 'a', status: 'Accepted', externalId: 'e' }],
  });
  const second = await submit(['a', 'b']);
  assert.equal((await ask(client, 'POST', `${log}/${second.submissionId}/cancel`)).status, 'Cancelled');
  await ask(client, 'POST', `${log}/${second.submissionId}/cancel`);
  assert.deepEqual(await states(), { a: 'Accepted', b: 'Progress' });
  assert.equal((await ask(client, 'GET', `${statusPath}/a`)).submissionId, first.submissionId);
  assert.equal((await ask(adapter, 'GET', `/external/submissions/${second.submissionId}`)).status, 'Cancelled');
  assert.deepEqual((await productsOf(second.submissionId)).products, []);
  assert.equal((await report(second.submissionId, { status: 'Success' })).status, 'Cancelled');
  assert.deepEqual(await states(), { a: 'Accepted', b: 'Progress' });

  const third = await submit(['b']);
  await send(adapter, 'HEAD', `/external/submissions/${third.submissionId}`);
  assert.equal(
    (await ask(client, 'GET', `${log}/${third.submissionId}`)).fetched,
    null,
    'HEAD does not start the delivery',
  );
  await ask(adapter, 'GET', `/external/submissions/${third.submissionId}`);
  assert.equal((await send(client, 'POST', `${log}/${third.submissionId}/cancel`)).body.code, 'not-possible-now');
  await world.poll(adapter);
});

test('disconnecting from a channel cancels submissions that were not fetched and keeps the log', async () => {
  const { client, submit, report } = await connected('gone');
  const fetched = await submit(['a']);
  await ask(adapter, 'GET', `/external/submissions/${fetched.submissionId}`);
  const waiting = await submit(['b']);
  await ask(client, 'DELETE', '/api/channels/v1/channels/shop', undefined, 204);
  const { submissions } = await ask(client, 'GET', `${log}?channelId=shop`);
  assert.deepEqual(
    submissions.map((one: { submissionId: string; status: string }) => [one.submissionId, one.status]),
    [
      [waiting.submissionId, 'Cancelled'],
      [fetched.submissionId, 'Submitted'],
    ],
  );
  assert.equal((await report(fetched.submissionId, { status: 'Success' })).status, 'Success');
  assert.equal((await send(client, 'GET', `${statusPath}/a`)).body.code, 'unknown-connection');
  await world.poll(adapter);
});

test('the log is listed newest first, in pages and by status', async () => {
  const { client, submit } = await connected('logging');
  const ids: string[] = [];
  for (const id of ['a', 'b', 'c']) ids.unshift((await submit([id])).submissionId);
  const first = await ask(client, 'GET', `${log}?limit=2`);
  assert.deepEqual(
    first.submissions.map((one: { submissionId: string }) => one.submissionId),
    ids.slice(0, 2),
  );
  const second = await ask(client, 'GET', `${log}?limit=2&startingAfter=${first.next}`);
  assert.deepEqual(
    second.submissions.map((one: { submissionId: string }) => one.submissionId),
    ids.slice(2),
  );
  assert.equal(second.hasMore, false);
  assert.deepEqual((await ask(client, 'GET', `${log}?status=Failed`)).submissions, []);
  assert.equal((await send(client, 'GET', `${log}?status=Nope`)).status, 400);
  assert.equal((await send(client, 'GET', `${log}?startingAfter=x`)).body.code, 'unknown-cursor');
  await world.poll(adapter);
});

test('if the number of products is not the expected one, nothing is submitted, and the answer has the new number', async () => {
  const { client, accountId, submit } = await connected('counted', [
    { __ID: 'a', __FAMILY: 'pens' },
    { __ID: 'b', __FAMILY: 'pens', PACKAGING: ['nowhere'] },
    { __ID: 'c' },
  ]);
  const request = { filter: { family: 'pens' }, accountId };
  const refused = await send(client, 'POST', submitPath, { ...request, expected: 1 });
  assert.deepEqual([refused.status, refused.body.code, refused.body.count], [409, 'count-differs', 2]);
  assert.deepEqual((await ask(client, 'GET', log)).submissions, []);
  assert.equal((await send(client, 'POST', submitPath, { productIds: ['a'], expected: 1 })).body.code, 'invalid-body');
  const answer = await submit({ ...request, expected: 2 });
  assert.deepEqual([answer.submitted, answer.skippedCount], [1, 1]);
  await world.poll(adapter);
});
