import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { channelIdOf, provisionalTransaction, type Transaction } from '../../src/platform/index.ts';
import { createDraftsOfVersion } from '../../src/standards/versions/draft-store.ts';
import { findHead, findJsonSchema, findVersion } from '../../src/standards/versions/standard-views.ts';
import { lockStandard, storeVersion } from '../../src/standards/versions/version-service.ts';
import { ask } from '../channels/gateway-world.ts';
import { exampleStandard } from './example-standard.ts';
import { publish, type StandardWorld, startStandardWorld } from './standard-world.ts';

let standards: StandardWorld;
before(async () => {
  standards = await startStandardWorld();
});
after(() => standards[Symbol.asyncDispose]());

/** Returns a standard with 2,000 attributes, 5,000 categories in three levels, and 20,000 values in 100 lists. */
function largeStandard() {
  const lists = Array.from({ length: 100 }, (_, list) => ({
    id: `list ${list}`,
    values: Array.from({ length: 200 }, (__, value) => ({
      value: `${list}-${value}`,
      label: `Value ${value} of ${list}`,
    })),
  }));
  const attributes = Array.from({ length: 2000 }, (_, index) => ({
    id: `a${index}`,
    name: `Attribute ${index}`,
    type: { id: index % 3 === 0 ? 'decimal' : 'string' },
    appliesTo: index < 50 ? 'all' : 'linked',
    restriction: index % 3 === 0 ? { parameters: { minValue: '0' } } : { valueList: `list ${index % 100}` },
  }));
  const categories = Array.from({ length: 5000 }, (_, index) => ({
    id: `c${index}`,
    name: `Category ${index}`,
    parentId: index < 20 ? null : `c${Math.floor(index / 20)}`,
    attributeLinks: [{ id: `a${index % 2000}`, requirement: 'recommended' }],
  }));
  return { format: 'pimento-standard/1', name: 'Large', valueLists: lists, attributes, categories };
}

test('A large standard is published, compared and read in pages, while the service continues to respond.', async () => {
  const { shop, world } = standards;
  const large = largeStandard();
  let answers = 0;
  let isDone = false;
  const publishing = publish(shop, large).finally(() => {
    isDone = true;
  });
  const client = await world.service.client('busy');
  while (!isDone) {
    await ask(client, 'GET', '/api/products/v1/products?limit=1');
    answers += 1;
  }
  const first = await publishing;
  assert.deepEqual(first.counts, { attributes: 2000, categories: 5000, valueLists: 100, values: 20_000, rules: 0 });
  assert.ok(answers > 5, `${answers} answers while the standard was published`);

  for (let index = 0; index < 5; index += 1) {
    Object.assign(large.attributes[index * 300] ?? {}, { name: `Renamed ${index}` });
    large.valueLists[index]?.values.splice(100, 0, { value: `new ${index}`, label: 'New' });
  }
  const second = await publish(shop, large);
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
  assert.equal(check.targets.total, 2000);
});

test('Only the statements that compare versions are planned without nested loops.', async () => {
  const { other, world } = standards;
  await publish(other, exampleStandard(), { path: '/external/channels/other/standard' });
  const compare = async (opened: Transaction) => {
    // records the value of `enable_nestloop` while the rows of the new version are compared with the stored rows
    await sql`
      create function pg_temp.record() returns trigger language plpgsql as
      $$ begin perform set_config('test.compared', current_setting('enable_nestloop'), true); return null; end $$`.execute(
      opened,
    );
    await sql`
      create trigger record before update on standard_item for each statement execute function pg_temp.record()`.execute(
      opened,
    );
    const key = await lockStandard(opened, channelIdOf('other'));
    const current = await findVersion(opened, key);
    assert.ok(current);
    const { version, documentHash, counts } = current;
    const head = (await findHead(opened, key, version)) ?? '';
    const jsonSchema = (await findJsonSchema(opened, key, version)) ?? '';
    const changedLists = await createDraftsOfVersion(opened, key, version);
    const publisher = { kind: 'adapter' as const, actor: 'test' };
    const stored = { documentHash, counts, head, jsonSchema, changedLists, publisher, at: new Date() };
    await storeVersion(opened, key, { ...stored, current, version: version + 1 });
    const { rows } = await sql<{ compared: string; after: string }>`
      select current_setting('test.compared') as compared, current_setting('enable_nestloop') as after`.execute(opened);
    return rows[0];
  };
  const found = await provisionalTransaction(world.service.database, compare, () => false);
  assert.deepEqual(found, { compared: 'off', after: 'on' });
});
