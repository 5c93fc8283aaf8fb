import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { channelIdOf, clientIdOf, transaction } from '../../src/platform/index.ts';
import { startEvaluationThread } from '../../src/readiness/thread/evaluation-thread-runner.ts';
import type { EvaluatedProduct } from '../../src/readiness/evaluate/ruleset-input.ts';
import { productFacts } from '../../src/readiness/evaluations/product-facts-rules.ts';
import { RulesetCache } from '../../src/readiness/rulesets/ruleset-cache.ts';
import { type GatewayWorld, send } from '../channels/gateway-world.ts';
import { publishStandard } from '../readiness/readiness-world.ts';
import type { TestCaller } from '../test-service.ts';
import { channelPath, gatedMapping, gatedStandard, publishOver, startGatedScene } from './gated-world.ts';

let world: GatewayWorld;
let adapter: TestCaller;
let client: TestCaller;
const productIds = Array.from({ length: 40 }, (_, index) => `p${index}`);

before(async () => {
  ({ world, adapter, client } = await startGatedScene('race'));
});
after(() => world[Symbol.asyncDispose]());

const title = fc.constantFrom('', 'A', 'short', 'much longer than ten');
const action = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('edit' as const),
      products: fc.array(fc.tuple(fc.constantFrom(...productIds), title), { minLength: 1, maxLength: 20 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('submit' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('mapping' as const), value: fc.constantFrom('title', 'title & "!"') }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('standard' as const), maxLength: fc.constantFrom(3, 10) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('kill' as const) }) },
);
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;

async function perform(one: Action): Promise<void> {
  switch (one.kind) {
    case 'edit':
      await client.importProducts(one.products.map(([__ID, value]) => ({ __ID, title: value })));
      return;
    case 'submit':
      await send(client, 'POST', '/api/submit/v1/channels/shop/products', { filter: {} });
      return;
    case 'mapping':
      await publishOver(client, { ...gatedMapping, targets: [{ target: 'title', value: one.value }] }).catch(
        () => undefined,
      );
      return;
    case 'standard':
      await publishStandard(adapter, 'shop', {
        attributes: [
          { ...gatedStandard.attributes[0]!, restriction: { parameters: { maxLength: one.maxLength } } },
          gatedStandard.attributes[1]!,
        ],
      });
      return;
    case 'kill': {
      const thread = startEvaluationThread({ connectionString: world.service.connectionString });
      const step = thread.run('step', undefined).catch(() => undefined);
      await Promise.race([step, sql`select pg_sleep(0.05)`.execute(world.service.database)]);
      await thread[Symbol.asyncDispose]();
    }
  }
}

interface Submitted extends EvaluatedProduct {
  submissionId: string;
  rulesetNo: number | null;
  revision: number;
  outputHash: string;
}

/**
 * Evaluates each submitted product with the ruleset of its submission, without using stored results. Returns the number of submitted
 * products, and describes each product that is not ready or whose output differs from the submitted one.
 */
async function wronglySubmitted(): Promise<{ wrong: string[]; count: number }> {
  const clientId = clientIdOf(client.clientId);
  return transaction(world.service.database, async (opened) => {
    const { rows } = await sql<Submitted>`
      select
        submission.submission_id as "submissionId", submission.ruleset_no as "rulesetNo", product.product_id as "productId",
        product.name, product.family, product.category, product.primary_asset as "primaryAsset",
        product."values"::text as "values", product.packaging, product.revision, product.output_hash::text as "outputHash"
      from submission
      join submission_product as product using (client_id, submission_id)
      where submission.client_id = ${clientId}`.execute(opened);
    const rulesets = new RulesetCache();
    const wrong: string[] = [];
    for (const row of rows) {
      const key = { clientId, channelId: channelIdOf('shop') };
      const ruleset = await rulesets.get(opened, key, row.rulesetNo ?? 0);
      const { outcome, outputHash } = ruleset.evaluate(row, productFacts(row.revision, [], []));
      if (outcome !== 'ready' || String(outputHash) !== row.outputHash)
        wrong.push(`${row.productId} in ${row.submissionId}: ${outcome}`);
    }
    return { wrong, count: rows.length };
  });
}

test('however edits, mappings, standards, kills and submits overlap, each submitted product fulfils the ruleset of its submission', async () => {
  const property = fc.asyncProperty(fc.array(action, { minLength: 6, maxLength: 14 }), async (actions) => {
    await Promise.all(actions.map(perform));
  });
  await fc.assert(property, { numRuns: 12, interruptAfterTimeLimit: 60_000 });
  await perform({ kind: 'edit', products: [['p0', 'A']] });
  await perform({ kind: 'submit' });
  const { wrong, count } = await wronglySubmitted();
  assert.deepEqual(wrong, []);
  assert.ok(count > 0);
});

test('products that follow their evaluation are in the state that it gives, however changes, holds and submits overlap', async () => {
  const { service } = world;
  const hold = (isHeld: boolean) =>
    send(client, 'POST', `${channelPath}/products/hold`, { productIds: productIds.slice(0, 20), isHeld });
  await send(client, 'POST', `${channelPath}/products`, { productIds, state: 'Ready' });
  await Promise.all([
    client.importProducts(productIds.map((__ID, index) => ({ __ID, title: index % 2 === 0 ? 'A' : 'much too long' }))),
    hold(true),
    send(client, 'POST', `${channelPath}/products`, { productIds: productIds.slice(10), state: 'Progress' }),
    hold(false),
    service.evaluations.drain(),
  ]);
  await service.evaluations.drain();
  const { rows } = await sql<{ productId: string }>`
    select channel_product.product_id as "productId"
    from channel_product
    join channel_evaluation using (client_id, channel_id, product_id)
    where channel_product.client_id = ${client.clientId} and channel_product.state in ('Progress', 'Ready')
      and (channel_product.state = 'Ready') <> (channel_evaluation.outcome = 'ready' and not channel_product.is_held)`.execute(
    service.database,
  );
  assert.deepEqual(rows, []);
});
