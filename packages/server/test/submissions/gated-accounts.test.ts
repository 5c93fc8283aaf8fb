import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { ask, type GatewayWorld, startGatewayWorld } from '../channels/gateway-world.ts';
import { publishStandard } from '../readiness/readiness-world.ts';
import type { TestCaller } from '../test-service.ts';
import { channelPath, gatedClient, publishOver, submit, submittedIds } from './gated-world.ts';

let world: GatewayWorld;
let adapter: TestCaller;
let client: TestCaller;
let first: string;
let second: string;

const text = { id: 'string' as const };
const requirement = 'required' as const;
const standard = {
  attributes: [
    { id: 'title', name: 'Title', type: text, requirement },
    {
      id: 'size',
      name: 'Size',
      type: text,
      requirement,
      restriction: { valueList: { from: 'account' as const, id: 'sizes' } },
    },
  ],
};
const mapping = {
  format: 'pimento-mapping/1',
  targets: [
    { target: 'title', value: 'title' },
    { target: 'size', value: 'note' },
  ],
};

const report = (accountId: string, sizes: string[]) =>
  ask(adapter, 'POST', '/external/authentication', {
    clientId: client.clientId,
    channelId: 'shop',
    accountId,
    status: 'SUCCESS',
    accountSpecificListOfValues: { sizes },
  });

before(async () => {
  world = await startGatewayWorld();
  adapter = await world.adapter('shop');
  await publishStandard(adapter, 'shop', standard);
  client = await gatedClient(world, adapter, 'accounts');
  [first = ''] = (await ask(client, 'GET', channelPath)).accounts.map((one: { accountId: string }) => one.accountId);
  second = await world.connect(client, adapter, 'shop');
  await report(first, ['S']);
  await report(second, ['L']);
  await publishOver(client, mapping);
  await client.importProducts([
    { __ID: 'large', title: 'Large', note: 'L' },
    { __ID: 'small', title: 'Small', note: 'S' },
  ]);
});
after(() => world[Symbol.asyncDispose]());

const body = (accountId: string) => ({ productIds: ['large', 'small'], accountId });
const rulesetOf = async (submissionId: string) => {
  const { rows } = await sql<{ rulesetNo: number }>`
    select ruleset_no as "rulesetNo" from submission where submission_id = ${submissionId}::uuid`.execute(
    world.service.database,
  );
  return rows[0]?.rulesetNo;
};
const codes = ({ skipped }: { skipped: { productId: string; code: string }[] }) =>
  skipped.map(({ productId, code }) => [productId, code]);

test('a submit judges products by the lists of its own account, and its submission names the rules that it followed', async () => {
  const own = await submit(client, body(first));
  assert.deepEqual([await submittedIds(world, own.submissionId), codes(own)], [['small'], [['large', 'not-ready']]]);
  const other = await submit(client, body(second));
  assert.deepEqual(
    [await submittedIds(world, other.submissionId), codes(other)],
    [['large'], [['small', 'not-ready']]],
  );
  assert.match(other.skipped[0].message, /"S"/);
  const { rulesetNo } = await ask(client, 'GET', channelPath);
  assert.equal(await rulesetOf(own.submissionId), rulesetNo);
  assert.notEqual(await rulesetOf(other.submissionId), rulesetNo);
  const again = await submit(client, body(second));
  assert.equal(await rulesetOf(again.submissionId), await rulesetOf(other.submissionId));
  assert.equal((await ask(client, 'GET', channelPath)).rulesetNo, rulesetNo);
});

test('another account that changes nothing of the rules needs no evaluation of its own', async () => {
  await report(second, ['S']);
  const answer = await submit(client, body(second));
  assert.deepEqual(await submittedIds(world, answer.submissionId), ['small']);
  assert.equal(await rulesetOf(answer.submissionId), (await ask(client, 'GET', channelPath)).rulesetNo);
  await report(second, ['L']);
});

test('another account is judged by the products as they are at the moment of the submit', async () => {
  await client.importProducts([
    { __ID: 'large', note: 'S' },
    { __ID: 'small', note: 'L' },
  ]);
  const answer = await submit(client, body(second));
  assert.deepEqual(
    [await submittedIds(world, answer.submissionId), codes(answer)],
    [['small'], [['large', 'not-ready']]],
  );
});

test('a change of the evaluation account evaluates all products with its lists', async () => {
  await ask(client, 'PATCH', channelPath, { evaluationAccountId: second });
  await world.service.evaluations.drain();
  const { products } = await ask(client, 'GET', `${channelPath}/readiness/products?outcome=ready`);
  assert.deepEqual(
    products.map(({ productId }: { productId: string }) => productId),
    ['small'],
  );
  assert.equal((await submit(client, body(first))).submitted, 1);
});
