import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type KyselyPlugin, sql } from 'kysely';
import { productIdOf, type Transaction } from '../../../src/platform/index.ts';
import { formOf } from '../../assets/asset-server.ts';
import { type GatewayWorld, startGatewayWorld } from '../../channels/gateway-world.ts';
import { publishStandard } from '../../readiness/readiness-world.ts';
import type { TestCaller } from '../../test-service.ts';
import { publishOver, submitAtOnce } from '../gated-world.ts';

let world: GatewayWorld;
let adapter: TestCaller;
let client: TestCaller;
const maxBytes = 20;

before(async () => {
  world = await startGatewayWorld();
  adapter = await world.adapter('shop');
  await publishStandard(adapter, 'shop', {
    attributes: [
      {
        id: 'manual',
        name: 'Manual',
        type: { id: 'asset' },
        requirement: 'required',
        restriction: { parameters: { maxFileSizeBytes: maxBytes } },
      },
    ],
  });
  client = await world.service.client('files');
  await world.connect(client, adapter, 'shop');
  await publishOver(client, { format: 'pimento-mapping/1', targets: [{ target: 'manual', value: 'PRIMARY_ASSET' }] });
  await client.importProducts([{ __ID: 'pen', PRIMARY_ASSET: 'manual' }]);
  await upload('short');
  await world.service.evaluations.drain();
});
after(() => world[Symbol.asyncDispose]());

async function upload(text: string): Promise<void> {
  const { type, body } = formOf([{ bytes: new TextEncoder().encode(text), name: 'manual.txt' }]);
  const path = '/api/asset/v1/assets/upload?assetId=manual';
  const answer = await client.call('POST', path, { headers: { 'content-type': type }, body });
  assert.equal(answer.status, 200, answer.text);
}

test('a file that is replaced while a submit takes its snapshot is delivered as it was checked', async () => {
  let replaced = 0;
  const replacing: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      // only the statement that copies the products returns `checkingCount`
      if (replaced === 0 && result.rows.some((row) => 'checkingCount' in row)) {
        replaced += 1;
        await upload('much longer than the standard allows');
      }
      return result;
    },
  };
  const choice = { kind: 'ids' as const, productIds: [productIdOf('pen')], invalidIds: [] };
  const watch = (opened: Transaction) => opened.withPlugin(replacing) as Transaction; // a transaction with a plugin is still a transaction
  const { submissionId, submitted } = await submitAtOnce(world, client, choice, watch);
  assert.deepEqual([submitted, replaced], [1, 1]);
  const { rows } = await sql<{ size: number }>`
    select size::integer as size from submission_asset where submission_id = ${submissionId}::uuid`.execute(
    world.service.database,
  );
  assert.deepEqual(rows, [{ size: 'short'.length }]);
});
