import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type KyselyPlugin, sql } from 'kysely';
import { productIdOf, type Transaction } from '../../src/platform/index.ts';
import type { SubmitRequest } from '../../src/submissions/submit/submit-service.ts';
import { ask, type GatewayWorld, send, startGatewayWorld } from '../channels/gateway-world.ts';
import { publishStandard } from '../readiness/readiness-world.ts';
import type { TestCaller } from '../test-service.ts';
import {
  channelPath,
  gatedClient,
  gatedMapping,
  gatedStandard,
  publishOver,
  submit,
  submitAtOnce,
  submittedIds,
} from './gated-world.ts';

let world: GatewayWorld;
let adapter: TestCaller;
let old: TestCaller;
let client: TestCaller;

before(async () => {
  world = await startGatewayWorld();
  adapter = await world.adapter('shop');
  old = await gatedClient(world, adapter, 'old');
  await publishStandard(adapter, 'shop', gatedStandard);
  client = await gatedClient(world, adapter, 'client');
  await client.importProducts([
    { __ID: 'bad', title: 'longer than ten', note: 'too long' },
    { __ID: 'empty' },
    { __ID: 'good', title: 'Good' },
    { __ID: 'held', title: 'Held' },
  ]);
});
after(() => world[Symbol.asyncDispose]());

const drain = () => world.service.evaluations.drain();
const all = { filter: {} };
const ids = (...productIds: string[]) => ({ productIds });
type Skip = { productId: string; code: string; message: string };
const codes = ({ skipped }: { skipped: Skip[] }) => skipped.map(({ productId, code }) => [productId, code]);

test('a new standard stops no submission of a connection that is older, before its client publishes a mapping', async () => {
  await old.importProducts([{ __ID: 'a' }, { __ID: 'b' }]);
  const first = await submit(old, ids('a', 'b'));
  assert.deepEqual([first.submitted, first.skipped], [2, []]);
  await publishStandard(adapter, 'shop', { ...gatedStandard, release: 'next' });
  assert.equal((await submit(old, ids('a'))).submitted, 1);
  await publishOver(old);
  const gated = await submit(old, ids('a'));
  assert.deepEqual([gated.submitted, codes(gated)], [0, [['a', 'not-ready']]]);
});

test('a gated connection refuses submits before a mapping is published, also of automatic runs', async () => {
  const refused = await send(client, 'POST', '/api/submit/v1/channels/shop/products', ids('good'));
  assert.deepEqual([refused.status, refused.body.code], [409, 'mapping-not-published']);
  await assert.rejects(submitAtOnce(world, client, { kind: 'due' }), { code: 'mapping-not-published' });
});

test('without a mapping, an advisory standard that delivers the import shape lets all products through', async () => {
  const other = await world.adapter('advisory');
  await publishStandard(other, 'advisory', { ...gatedStandard, enforcement: 'advisory' });
  await world.connect(client, other, 'advisory');
  const path = '/api/submit/v1/channels/advisory/products';
  assert.equal((await ask(client, 'POST', path, ids('bad', 'good'), 202)).submitted, 2);
  await publishStandard(other, 'advisory', { ...gatedStandard, enforcement: 'advisory', deliver: 'channel' });
  await ask(client, 'POST', path, ids('good'), 409);
});

test('a submit evaluates first, submits only ready products that are not held, and says why others are skipped', async () => {
  await ask(client, 'POST', `${channelPath}/products`, { productIds: ['held'], state: 'Ready' });
  await ask(client, 'POST', `${channelPath}/products/hold`, { productIds: ['held'], isHeld: true });
  await publishOver(client);
  const answer = await submit(client, ids('bad', 'empty', 'good', 'held', 'none'));
  assert.equal(answer.submitted, 1);
  assert.equal(answer.skippedCount, 4);
  assert.deepEqual(
    answer.skipped.map(({ productId, code, message }: Skip) => [productId, code, message]),
    [
      ['bad', 'not-ready', '"Title" has 15 characters; 10 are allowed. "| truncate(10)" shortens it. (1 more)'],
      ['empty', 'not-ready', '"Title" is required and has no value.'],
      ['held', 'held', 'It is held on this channel. Release it first.'],
      ['none', 'unknown-product', answer.skipped[3].message],
    ],
  );
  assert.deepEqual(await submittedIds(world, answer.submissionId), ['good']);
  const { rows } = await sql<{ rulesetNo: number; isSame: boolean; hash: string | null }>`
    select submission.ruleset_no as "rulesetNo", submission_product.output_hash::text as hash,
      submission_product.output_hash = channel_product.submitted_output_hash as "isSame"
    from submission
    join submission_product using (client_id, submission_id)
    join channel_product using (client_id, channel_id, product_id)
    where submission.submission_id = ${answer.submissionId}::uuid`.execute(world.service.database);
  assert.deepEqual([rows[0]?.rulesetNo, rows[0]?.isSame, rows[0]?.hash === null], [1, true, false]);
});

test('a filter with an expected number counts the skipped products too', async () => {
  const answer = await submit(client, { ...all, expected: 4 });
  assert.deepEqual([answer.submitted, answer.skippedCount], [1, 3]);
  await submit(client, { ...all, expected: 3 }, 409);
});

test('a product is judged as it is at the moment of the submit, whatever was evaluated before', async () => {
  await drain();
  await client.importProducts([
    { __ID: 'bad', title: 'Better', note: '' },
    { __ID: 'good', title: 'no longer good' },
  ]);
  const answer = await submit(client, ids('bad', 'good'));
  assert.deepEqual(await submittedIds(world, answer.submissionId), ['bad']);
  assert.deepEqual(codes(answer), [['good', 'not-ready']]);
  await client.importProducts([{ __ID: 'good', title: 'Good' }]);
  assert.deepEqual(codes(await submit(client, ids('good'))), []);
});

test('a product whose evaluation is not current never passes: it was edited, its override or its ruleset has changed', async () => {
  await drain();
  const choice = { kind: 'ids', productIds: [productIdOf('good')], invalidIds: [] } as const;
  await world.service.database.transaction().execute(async (held) => {
    // The lock on the row prevents the background work from evaluating anything.
    await sql`select from evaluation_state where client_id = ${client.clientId} and channel_id = '' for update`.execute(
      held,
    );
    await client.importProducts([{ __ID: 'good', unread: 'changed' }]);
    const edited = await submitAtOnce(world, client, choice);
    assert.deepEqual([edited.submitted, codes(edited)], [0, [['good', 'checking']]]);
  });
  await drain();
  await world.service.database.transaction().execute(async (held) => {
    await sql`select from evaluation_state where client_id = ${client.clientId} and channel_id = '' for update`.execute(
      held,
    );
    const path = `${channelPath}/readiness/products/good/overrides`;
    await ask(client, 'PUT', path, { values: { note: 'much too long' } });
    assert.deepEqual(codes(await submitAtOnce(world, client, choice)), [['good', 'checking']]);
    await ask(client, 'PUT', path, { values: { note: null } });
  });
  await drain();
  await world.service.database.transaction().execute(async (held) => {
    await sql`select from evaluation_state where client_id = ${client.clientId} and channel_id = '' for update`.execute(
      held,
    );
    await publishStandard(adapter, 'shop', { attributes: gatedStandard.attributes.slice(0, 1) });
    assert.deepEqual(codes(await submitAtOnce(world, client, choice)), [['good', 'checking']]);
    await publishStandard(adapter, 'shop', gatedStandard);
  });
  await drain();
  assert.equal((await submitAtOnce(world, client, choice)).submitted, 1);
});

test('a submit that overtakes the background work evaluates an override and a new mapping by itself', async () => {
  await client.importProducts([{ __ID: 'good', title: 'Good' }]);
  await ask(client, 'PUT', `${channelPath}/readiness/products/good/overrides`, { values: { note: 'much too long' } });
  assert.deepEqual(codes(await submit(client, ids('good'))), [['good', 'not-ready']]);
  await ask(client, 'PUT', `${channelPath}/readiness/products/good/overrides`, { values: { note: null } });
  await publishOver(client, { ...gatedMapping, targets: [{ target: 'title', value: 'title & " is far too long"' }] });
  assert.deepEqual(codes(await submit(client, ids('good'))), [['good', 'not-ready']]);
  await publishOver(client);
  assert.equal((await submit(client, ids('good'))).submitted, 1);
});

test('invalid products are submitted on request, if the channel allows it; held ones never', async () => {
  const refused = await send(client, 'POST', '/api/submit/v1/channels/shop/products', {
    ...ids('empty'),
    allowInvalid: true,
  });
  assert.deepEqual([refused.status, refused.body.params.kind], [409, 'invalid-not-allowed']);
  await ask(world.operator, 'PATCH', '/console/channels/shop', { allowInvalid: true });
  const answer = await submit(client, { ...ids('empty', 'held'), allowInvalid: true });
  assert.deepEqual([answer.submitted, codes(answer)], [1, [['held', 'held']]]);
  await ask(world.operator, 'PATCH', '/console/channels/shop', { allowInvalid: false });
});

test('with an advisory standard and a mapping, all evaluated products are submitted except held ones', async () => {
  await publishStandard(adapter, 'shop', { ...gatedStandard, enforcement: 'advisory' });
  const answer = await submit(client, ids('empty', 'good', 'held'));
  assert.deepEqual([answer.submitted, codes(answer)], [2, [['held', 'held']]]);
  await publishStandard(adapter, 'shop', gatedStandard);
});

test('a resubmit passes the same gate', async () => {
  await client.importProducts([
    { __ID: 'one', title: 'One' },
    { __ID: 'two', title: 'Two' },
  ]);
  const { submissionId } = await submit(client, ids('one', 'two'));
  await world.poll(adapter);
  await ask(adapter, 'GET', `/external/submissions/${submissionId}/products`);
  await ask(adapter, 'POST', `/external/submissions/${submissionId}/status`, { status: 'Error' });
  await client.importProducts([{ __ID: 'two', title: 'Two has become too long' }]);
  const again = await ask(client, 'POST', `/api/submit/v1/submissions/${submissionId}/resubmit`, {}, 202);
  assert.deepEqual([again.submitted, codes(again)], [1, [['two', 'not-ready']]]);
});

test('packaging that refers to a missing product skips a ready product, and only that reason is given for it', async () => {
  await client.importProducts([
    { __ID: 'pack', title: 'Pack', PACKAGING: ['gone'] },
    { __ID: 'pack-bad', title: 'far too long', PACKAGING: ['gone'] },
  ]);
  const answer = await submit(client, ids('pack', 'pack-bad'));
  assert.deepEqual(codes(answer), [
    ['pack', 'unresolved-packaging'],
    ['pack-bad', 'not-ready'],
  ]);
});

test('a gated submit takes as many statements for 20,000 products as for two', async () => {
  const many = await gatedClient(world, adapter, 'many');
  await publishOver(many);
  const products = Array.from({ length: 20_000 }, (_, index) => ({
    __ID: `p${index}`,
    title: index % 4 === 0 ? 'much too long' : `T ${index}`,
  }));
  await many.importProducts(products);
  await drain();
  const two = await countedSubmit(many, { kind: 'ids', productIds: ['p1', 'p2'].map(productIdOf), invalidIds: [] });
  const large = await countedSubmit(many, {
    kind: 'ids',
    productIds: products.map(({ __ID }) => productIdOf(__ID)),
    invalidIds: [],
  });
  assert.deepEqual([two.answer.submitted, large.answer.submitted], [2, 15_000]);
  assert.deepEqual([large.answer.skippedCount, large.answer.skipped.length], [5_000, 1_000]);
  assert.equal(large.statements, two.statements);
});

/** Submits in one transaction, and counts its statements. */
async function countedSubmit(caller: TestCaller, choice: SubmitRequest['choice']) {
  let statements = 0;
  const counting: KyselyPlugin = {
    transformQuery({ node }) {
      statements += 1;
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  const answer = await submitAtOnce(world, caller, choice, (opened) => opened.withPlugin(counting) as Transaction); // a transaction with a plugin is still a transaction
  return { answer, statements };
}
