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

const log = '/api/submit/v1/submissions';
const statusPath = '/api/channels/v1/shop/status/products';

const connected = connectClients(
  () => world,
  () => adapter,
);

test('reports in parts change products and the log, and repeating a report changes nothing', async () => {
  const { client, submit, report, states } = await connected('parts');
  const { submissionId } = await submit(['a', 'b', 'c']);
  await world.poll(adapter);
  assert.equal((await report(submissionId, { status: 'pending', message: 'queued' })).status, 'Pending');
  const part = {
    status: 'Success',
    items: [
      { productId: 'a', status: 'ACCEPTED', externalId: 'x1' },
      { productId: 'b', status: 'Rejected', message: 'no', errors: [{ attributeId: 'weight', message: 'too heavy' }] },
    ],
  };
  assert.equal((await report(submissionId, part)).status, 'Pending');
  assert.deepEqual(await states(), { a: 'Accepted', b: 'Rejected', c: 'Submitted' });
  const before = await ask(client, 'GET', `${statusPath}/changed`);
  await report(submissionId, part);
  assert.deepEqual(await ask(client, 'GET', `${statusPath}/changed?from=${before.next}`), {
    products: [],
    hasMore: false,
    next: before.next,
  });

  assert.equal(
    (
      await report(submissionId, {
        status: 'Success',
        message: 'done',
        items: [{ productId: 'c', status: 'Accepted' }],
      })
    ).status,
    'Partial',
  );
  await report(submissionId, { status: 'Error', items: [{ productId: 'a', status: 'Returned' }] });
  const logged = await ask(client, 'GET', `${log}/${submissionId}`);
  assert.equal(logged.status, 'Partial');
  assert.deepEqual(logged.messages, ['queued', 'done']);
  assert.deepEqual(logged.results, { Returned: 1, Rejected: 1, Accepted: 1 });
  const { products } = await ask(client, 'GET', `${log}/${submissionId}/products?result=Returned&result=Rejected`);
  assert.deepEqual(
    products.map((one: Record<string, unknown>) => [one['productId'], one['result'], one['externalId'], one['errors']]),
    [
      ['a', 'Returned', 'x1', []],
      ['b', 'Rejected', null, [{ attributeId: 'weight', message: 'too heavy' }]],
    ],
  );
});

test('an item that cannot be read or names a product that was not submitted is refused alone and named', async () => {
  const { client, submit, report, states } = await connected('strangers');
  const { submissionId } = await submit(['a', 'c']);
  await world.poll(adapter);
  const answer = await report(submissionId, {
    status: 'Success',
    items: [
      { productId: 'a', status: 'Accepted' },
      { productId: 'b', status: 'Accepted' },
      { productId: 'c', status: 'Great' },
      { status: 'Accepted' },
      'c',
    ],
  });
  assert.equal(answer.status, 'Partial');
  assert.deepEqual(
    answer.refusedItems.map((one: Record<string, unknown>) => [
      one['index'],
      one['path'],
      one['code'],
      one['productId'],
    ]),
    [
      [1, '/items/1/productId', 'unknown-product', 'b'],
      [2, '/items/2/status', 'invalid-body', 'c'],
      [3, '/items/3/productId', 'invalid-body', undefined],
      [4, '/items/4', 'invalid-body', undefined],
    ],
  );
  assert.deepEqual(await states(), { a: 'Accepted', c: 'Submitted' });
  const whole = await report(submissionId, { status: 'Success', items: [{ productId: 'c', status: 'Accepted' }] });
  assert.deepEqual([whole.status, 'refusedItems' in whole], ['Success', false]);
  assert.equal((await ask(client, 'GET', `${log}/${submissionId}`)).changedAfterEnd, 0);
});

test('a report whose items are all refused is refused, and never treated as a report on the whole', async () => {
  const { client, submit } = await connected('all-refused');
  const { submissionId } = await submit(['a']);
  const answer = await send(adapter, 'POST', `/external/submissions/${submissionId}/status`, {
    status: 'Success',
    items: [{ productId: 'b', status: 'Accepted' }, {}],
  });
  assert.deepEqual([answer.status, answer.body.code, answer.body.errors.length], [422, 'invalid-values', 2]);
  assert.equal((await ask(client, 'GET', `${log}/${submissionId}`)).status, 'Submitted');
});

test('a report with an empty list of items is about the whole submission', async () => {
  const { submit, report, states } = await connected('empty-list');
  const { submissionId } = await submit(['a', 'b']);
  assert.equal((await report(submissionId, { status: 'Success', items: [] })).status, 'Success');
  assert.deepEqual(await states(), { a: 'Accepted', b: 'Accepted' });
});

test('long messages are cut with a mark, and ids that are numbers are taken by their digits', async () => {
  const { client, submit, report } = await connected('numbers', [{ __ID: '4711' }, { __ID: 'b' }]);
  const { submissionId } = await submit(['4711', 'b']);
  const long = `${'x'.repeat(9_991)}😀${'y'.repeat(100)}`;
  const answer = await report(submissionId, {
    status: 'Success',
    message: long,
    items: [
      {
        productId: 4711,
        status: 'Returned',
        message: long,
        externalId: 12,
        errors: [{ attributeId: 'w', message: long }],
      },
      { productId: 'b', status: 'Accepted', externalId: 1e300 },
    ],
  });
  assert.deepEqual(
    answer.refusedItems.map((one: { path: string }) => one.path),
    ['/items/1/externalId'],
    'a number that may have lost digits is refused',
  );
  const logged = await ask(client, 'GET', `${log}/${submissionId}`);
  const [message] = logged.messages;
  assert.ok(message.length <= 10_000 && message.isWellFormed() && message.endsWith('x … (cut)'), message.slice(-20));
  const { products } = await ask(client, 'GET', `${log}/${submissionId}/products`);
  const [numbered] = products;
  assert.deepEqual(
    [numbered.productId, numbered.externalId, numbered.message, numbered.errors[0].message],
    ['4711', '12', message, message],
  );
});

test('after the end, reports change products and are counted, but the status of the submission stays', async () => {
  const { client, submit, report, states } = await connected('ended');
  const { submissionId } = await submit(['a', 'b']);
  await report(submissionId, { status: 'Success' });
  const { finished } = await ask(client, 'GET', `${log}/${submissionId}`);
  const late = { status: 'Error', items: [{ productId: 'a', status: 'Rejected', message: 'recalled' }] };
  for (let times = 0; times < 2; times += 1) assert.equal((await report(submissionId, late)).status, 'Success');
  assert.deepEqual(await states(), { a: 'Rejected', b: 'Accepted' });
  const logged = await ask(client, 'GET', `${log}/${submissionId}`);
  assert.deepEqual(
    [logged.status, logged.finished, logged.results, logged.changedAfterEnd],
    ['Success', finished, { Rejected: 1, Accepted: 1 }, 1],
  );
  await report(submissionId, { status: 'Success', items: [{ productId: 'a', status: 'Accepted' }] });
  const back = await ask(client, 'GET', `${log}/${submissionId}`);
  assert.deepEqual([back.status, back.results, back.changedAfterEnd], ['Success', { Accepted: 2 }, 1]);
});

test('the status record of a product holds its latest submission and the errors of its data', async () => {
  const { client, accountId, submit, report } = await connected('records');
  await ask(client, 'POST', '/api/channels/v1/channels/shop/products', { productIds: ['b'] });
  const { submissionId } = await submit({ productIds: ['a'], comment: 'Spring' });
  await report(submissionId, { status: 'Success' });
  const record = await ask(client, 'GET', `${statusPath}/a`);
  const { created, finished, ...latest } = record.latestSubmission;
  assert.deepEqual(latest, { submissionId, operation: 'submit', status: 'Success', accountId, comment: 'Spring' });
  assert.ok(Date.parse(finished) >= Date.parse(created));
  assert.deepEqual(record.dataErrors, []);
  const { products } = await ask(client, 'GET', `${statusPath}/changed`);
  assert.deepEqual(
    products.map((one: { productId: string; latestSubmission: { status: string } | null }) => [
      one.productId,
      one.latestSubmission?.status ?? null,
    ]),
    [
      ['b', null],
      ['a', 'Success'],
    ],
  );
});

test('after a failed part, a report on the whole still sets the result of products without an item', async () => {
  const { submit, report, states } = await connected('left-open');
  const { submissionId } = await submit(['a', 'b', 'c']);
  await world.poll(adapter);
  await report(submissionId, { status: 'Error', items: [{ productId: 'a', status: 'Returned' }] });
  await report(submissionId, { status: 'Success', items: [{ productId: 'b', status: 'Pending' }] });
  assert.deepEqual(await states(), { a: 'Returned', b: 'Submitted', c: 'Submitted' });
  assert.equal((await report(submissionId, { status: 'Success' })).status, 'Failed');
  assert.deepEqual(await states(), { a: 'Returned', b: 'Submitted', c: 'Accepted' });
});

test('ids in a report may come in another normal form of Unicode', async () => {
  const { submit, report, states } = await connected('composed', [{ __ID: '\u00e9' }]);
  const { submissionId } = await submit(['e\u0301']);
  await report(submissionId, { status: 'Success', items: [{ productId: 'e\u0301', status: 'Accepted' }] });
  assert.deepEqual(await states(), { '\u00e9': 'Accepted' });
});
