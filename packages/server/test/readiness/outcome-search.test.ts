import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { clientIdOf, planAlongKeys, transaction } from '../../src/platform/index.ts';
import { findRarestOutcome, hasOutcome } from '../../src/catalog/views/outcome-views.ts';
import { ask, type GatewayWorld, startGatewayWorld } from '../channels/gateway-world.ts';
import { publishMapping, publishStandard } from './readiness-world.ts';

const products = 20_000;

interface Plan {
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
}

/** Writes products. All of them are ready except the last four, which are invalid. */
async function seed({ service: { database } }: GatewayWorld, clientId: string): Promise<void> {
  await sql`
    insert into product (client_id, product_id, "values", created_by)
    select ${clientId}, 'p' || to_char(number, 'FM000000'), '{"title": "x"}'::jsonb, 'system:test'
    from generate_series(1, ${products}::integer) as numbered (number)`.execute(database);
  await sql`delete from evaluation_change where client_id = ${clientId}`.execute(database);
  await sql`
    insert into channel_evaluation (
      client_id, channel_id, product_id, ruleset_no, product_revision, product_created_at, outcome, is_complete, is_valid,
      required, filled, recommended, recommended_filled, errors, warnings, problems, problem_ids, output_hash, result_hash
    )
    select product.client_id, 'shop', product.product_id, 1, product.revision, product.created_at,
      case when product.product_id > 'p' || to_char(${products - 4}::integer, 'FM000000') then 'invalid' else 'ready' end,
      true, true, 0, 0, 0, 0, 0, 0, '[]', '{}', 0, ''
    from product
    where product.client_id = ${clientId}`.execute(database);
  await sql`
    insert into evaluation_tally (client_id, channel_id, kind, key, products)
    values
      (${clientId}, 'shop', 'outcome', 'ready', ${products - 4}::integer),
      (${clientId}, 'shop', 'outcome', 'invalid', 4)`.execute(database);
  await sql`analyze product, channel_evaluation`.execute(database);
}

test('products with a rare outcome are found with an index, whatever the number of other products is', async () => {
  await using world = await startGatewayWorld();
  const { database, evaluations } = world.service;
  const adapter = await world.adapter('shop');
  const client = await world.service.client('many');
  const clientId = clientIdOf(client.clientId);
  await client.define([{ id: 'title', name: 'title', type: { id: 'string' } }]);
  await publishStandard(adapter, 'shop', { attributes: [{ id: 'title', name: 'Title', type: { id: 'string' } }] });
  await world.connect(client, adapter, 'shop');
  await publishMapping(world, client, 'shop', { targets: [{ target: 'title', value: 'title' }] });
  await evaluations.drain();
  await seed(world, clientId);

  const condition = { clientId, channelId: 'shop', outcomes: ['invalid' as const] };
  assert.deepEqual(await findRarestOutcome(database, [condition]), { condition, products: 4 });
  const { rows } = await sql<{ 'QUERY PLAN': { Plan: Plan }[] }>`
    explain (analyze, buffers, format json)
    select * from search_outcomes(${clientId}, 'shop', array['invalid'], '', 1500)`.execute(database);
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
  const blocks = (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0);
  // a new connection also reads up to 60 blocks of the system catalogs
  assert.ok(blocks < 200, `${blocks} blocks were read`);
  await transaction(database, async (opened) => {
    await planAlongKeys(opened);
    const { rows: lines } = await sql<{ 'QUERY PLAN': string }>`
      explain
      select product.product_id
      from product
      where product.client_id = ${clientId} and product.product_id > 'p' and ${hasOutcome(condition)}
      order by product.product_id
      limit 100`.execute(opened);
    const text = lines.map((line) => line['QUERY PLAN']).join('\n');
    assert.doesNotMatch(text, /Seq Scan on (?:product|channel_evaluation)|Function Scan on current_evaluations/, text);
  });

  const page = await ask(client, 'GET', '/api/products/v1/products?readiness=shop:invalid&limit=100&count=true');
  assert.deepEqual([page.products.length, page.hasMore, page.count], [4, false, 4]);
  const ready = await ask(client, 'GET', '/api/products/v1/products?readiness=shop:ready&limit=100');
  assert.deepEqual([ready.products.length, ready.hasMore], [100, true]);
  await client.importProducts([{ __ID: 'p000001', title: 'changed' }]);
  const { products: either } = await ask(
    client,
    'GET',
    '/api/products/v1/products?readiness=shop:invalid&readiness=shop:checking',
  );
  assert.ok(either.length === 4 || either.length === 5, 'the changed product is evaluated in the background');
});
