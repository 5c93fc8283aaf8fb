import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { ask } from '../channels/gateway-world.ts';
import { publish, type StandardWorld, startStandardWorld } from './standard-world.ts';

let standards: StandardWorld;
before(async () => {
  standards = await startStandardWorld();
});
after(() => standards[Symbol.asyncDispose]());

/** Returns a standard with 5,000 attributes, 12,000 categories in four levels, and 200,000 values in 100 lists. */
function largeStandard() {
  const lists = Array.from({ length: 100 }, (_, list) => ({
    id: `list ${list}`,
    values: Array.from({ length: 2000 }, (__, value) => ({
      value: `${list}-${value}`,
      label: `Value ${value} of ${list}`,
    })),
  }));
  const attributes = Array.from({ length: 5000 }, (_, index) => ({
    id: `a${index}`,
    name: `Attribute ${index}`,
    type: { id: index % 3 === 0 ? 'decimal' : 'string' },
    appliesTo: index < 50 ? 'all' : 'linked',
    restriction: index % 3 === 0 ? { parameters: { minValue: '0' } } : { valueList: `list ${index % 100}` },
  }));
  const categories = Array.from({ length: 12_000 }, (_, index) => ({
    id: `c${index}`,
    name: `Category ${index}`,
    parentId: index < 20 ? null : `c${Math.floor(index / 20)}`,
    attributeLinks: [{ id: `a${index % 5000}`, requirement: 'recommended' }],
  }));
  return { format: 'pimento-standard/1', name: 'Large', valueLists: lists, attributes, categories };
}

/** Lets the planner expect a single row for a channel that is new since the tables were analysed. */
async function useStatisticsOfOtherChannels(): Promise<void> {
  const { world, other } = standards;
  const attributes = Array.from({ length: 200 }, (_, index) => ({
    id: `a${index}`,
    name: `A ${index}`,
    type: { id: 'string' },
  }));
  const path = '/external/channels/other/standard';
  await publish(other, { format: 'pimento-standard/1', name: 'Other', attributes }, { path });
  await sql`analyze standard_item, standard_value`.execute(world.service.database);
}

test('A large standard is published, compared and read in pages, while the service continues to respond.', async () => {
  const { shop, world } = standards;
  await useStatisticsOfOtherChannels();
  const large = largeStandard();
  let answers = 0;
  let isDone = false;
  const startedAt = performance.now();
  const publishing = publish(shop, large).finally(() => {
    isDone = true;
  });
  const client = await world.service.client('busy');
  while (!isDone) {
    await ask(client, 'GET', '/api/products/v1/products?limit=1');
    answers += 1;
  }
  const first = await publishing;
  const firstMs = performance.now() - startedAt;
  assert.deepEqual(first.counts, { attributes: 5000, categories: 12_000, valueLists: 100, values: 200_000, rules: 0 });
  assert.ok(answers > 5, `${answers} answers while the standard was published`);

  for (let index = 0; index < 5; index += 1) {
    Object.assign(large.attributes[index * 900] ?? {}, { name: `Renamed ${index}` });
    large.valueLists[index]?.values.splice(1000, 0, { value: `new ${index}`, label: 'New' });
  }
  const secondAt = performance.now();
  const second = await publish(shop, large);
  const secondMs = performance.now() - secondAt;
  assert.ok(secondMs < 3 * firstMs, `${secondMs} ms instead of ${firstMs} ms, although little has changed`);
  assert.deepEqual(second.changes, { harmless: 10, idle: 0, warning: 0, breaking: 0 });
  const { rows } = await sql<{ items: number; values: number }>`
    select
      (select count(*)::integer from standard_item where first_version = 2) as items,
      (select count(*)::integer from standard_value where first_version = 2) as values`.execute(world.service.database);
  assert.deepEqual(rows[0], { items: 5, values: 5 });

  const { values } = await ask(client, 'GET', '/api/datastandards/v1/datastandards/shop/value-lists/list%203?text=new');
  assert.deepEqual(values, [{ value: 'new 3', label: 'New' }]);
  const document = await ask(client, 'GET', '/api/datastandards/v1/datastandards/shop');
  assert.deepEqual(document, large);
  const mapping = '/api/channels/v1/channels/shop/mapping';
  await ask(client, 'PUT', mapping, { format: 'pimento-mapping/1', targets: [{ target: 'a1', value: '__NAME' }] });
  const check = await ask(client, 'POST', `${mapping}/check`, {});
  assert.equal(check.targets.total, 5000);
});
