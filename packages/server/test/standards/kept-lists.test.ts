import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { splitDocument } from '../../src/standards/read/kept-lists.ts';
import { findListSpans } from '../../src/standards/read/list-scanner.ts';
import { judgeBody } from '../../src/standards/read/standard-body.ts';
import type { StandardKey } from '../../src/standards/versions/standard-types.ts';
import { findStoredLists } from '../../src/standards/versions/stored-list-views.ts';
import { ask } from '../channels/gateway-world.ts';
import { publish, type StandardWorld, startStandardWorld } from './standard-world.ts';

let standards: StandardWorld;
before(async () => {
  standards = await startStandardWorld();
});
after(() => standards[Symbol.asyncDispose]());

const listed = (list: string, count: number) =>
  Array.from({ length: count }, (_, n) => ({ value: `${list} "${n}" \\ ]}`, label: `Ä ${n}` }));

/** A standard with two lists and an attribute for each. */
const document = (name: string, colors = listed('color', 3)) => ({
  format: 'pimento-standard/1',
  name: 'Lists',
  valueLists: [
    { id: 'colors', values: colors },
    { id: 'sizes', name: 'Sizes', values: listed('size', 4) },
  ],
  attributes: ['colors', 'sizes'].map((valueList) => ({
    id: `${valueList}_attribute`,
    name,
    type: { id: 'string' },
    restriction: { valueList },
  })),
});

/** Returns the number of stored values by value list and by the versions in which the values begin and end. */
async function storedValues(): Promise<unknown[]> {
  const { rows } = await sql`
    select list_id as list, first_version as first, last_version as last, count(*)::integer as count
    from standard_value
    where channel_id = 'shop'
    group by 1, 2, 3
    order by 1, 2`.execute(standards.world.service.database);
  return rows;
}

/** Returns the ids of the value lists that are not read from a document, because their values are the same as in the stored version. */
async function keptOf(sent: unknown): Promise<string[]> {
  const { rows } = await sql<StandardKey>`
    select adapter_id as "adapterId", channel_id as "channelId"
    from channel
    where channel_id = 'shop'`.execute(standards.world.service.database);
  const [key] = rows;
  assert.ok(key);
  const stored = await findStoredLists(standards.world.service.database, key);
  return [...splitDocument(Buffer.from(JSON.stringify(sent)), stored).kept.keys()];
}

test('A version with unchanged value lists is the same as one whose values were read again.', async () => {
  const { shop, world } = standards;
  const client = await world.service.client('lists');
  const first = await publish(shop, document('First'));
  assert.equal(first.counts.values, 7);
  assert.deepEqual(await keptOf(document('Second')), ['colors', 'sizes']);
  const second = await publish(shop, document('Second'));
  assert.deepEqual([second.counts, second.changes], [first.counts, { harmless: 2, idle: 0, warning: 0, breaking: 0 }]);
  const schema = await ask(client, 'GET', '/api/datastandards/v1/datastandards/shop?format=jsonschema');
  assert.deepEqual(schema.$defs.sizes, { enum: listed('size', 4).map(({ value }) => value) });
  const stored = await ask(client, 'GET', '/api/datastandards/v1/datastandards/shop');
  assert.deepEqual(stored, document('Second'));

  assert.equal((await publish(shop, document('Second'))).outcome, 'unchanged');
  assert.deepEqual(await keptOf(document('Second', listed('color', 5))), ['sizes']);
  const third = await publish(shop, document('Second', listed('color', 5)));
  assert.deepEqual(third.changes, { harmless: 2, idle: 0, warning: 0, breaking: 0 });
  assert.deepEqual(await storedValues(), [
    { list: 'colors', first: 1, last: null, count: 3 },
    { list: 'colors', first: 3, last: null, count: 2 },
    { list: 'sizes', first: 1, last: null, count: 4 },
  ]);
});

test('A version that a former release stored is not stored again.', async () => {
  const { shop, world } = standards;
  const current = document('Former', listed('color', 5));
  const { version } = await publish(shop, current);
  const verdict = judgeBody({ document: current, kept: new Map(), sourceHashes: new Map() }, new Date());
  assert.ok('prepared' in verdict && verdict.prepared.formerHash !== undefined);
  await sql`
    update channel_standard
    set document_hash = decode(${verdict.prepared.formerHash}, 'hex')
    where channel_id = 'shop' and state = 'current'`.execute(world.service.database);
  assert.deepEqual(await keptOf(current), []);
  const again = await publish(shop, current);
  assert.deepEqual([again.version, again.outcome], [version, 'unchanged']);
  await publish(shop, document('Next', listed('color', 5)));
  assert.deepEqual(await keptOf(current), ['colors', 'sizes']);
});

test('A list is read if a former release has changed its values and left the hash of their bytes.', async () => {
  const sent = document('Bound', listed('color', 5));
  await publish(standards.shop, sent);
  assert.deepEqual(await keptOf(sent), ['colors', 'sizes']);
  await sql`
    update standard_item
    set values_hash = sha256('other values')
    where item_id = 'colors' and last_version is null`.execute(standards.world.service.database);
  assert.deepEqual(await keptOf(sent), ['sizes']);
  await publish(standards.shop, document('Bound again', listed('color', 5)));
  assert.deepEqual(await keptOf(sent), ['colors', 'sizes']);
});

test('A warning about a value is repeated when the value has not changed.', async () => {
  const { shop } = standards;
  const colors = [{ value: 'red', label: 'Red', lable: 'Rot' }];
  const warned = await publish(shop, document('Warned', colors));
  const again = await publish(shop, document('Warned again', colors));
  assert.equal(warned.warnings.length, 1);
  assert.deepEqual(again.warnings, warned.warnings);
});

test('The values of a list are found in any JSON document, or none are.', () => {
  const value = fc.oneof(fc.string(), fc.jsonValue({ maxDepth: 2 }));
  const list = fc.record(
    { id: fc.oneof(fc.string(), fc.string(), fc.integer()), more: value, values: fc.array(value) },
    { requiredKeys: ['id', 'values'] },
  );
  const made = fc.record(
    { head: value, valueLists: fc.oneof(fc.array(list), fc.array(fc.oneof(list, value)), value) },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(made, fc.constantFrom(0, 2), (written, indent) => {
      const text = JSON.stringify(written, null, indent);
      const bytes = Buffer.from(text);
      for (const { id, start, end, count } of findListSpans(bytes)) {
        const values: unknown = JSON.parse(bytes.toString('utf8', start, end));
        const { valueLists } = JSON.parse(text) as { valueLists: { id: unknown; values: unknown }[] };
        const found = valueLists.filter((one) => one !== null && typeof one === 'object' && one.id === id);
        assert.ok(found.some((one) => JSON.stringify(one.values) === JSON.stringify(values)));
        assert.equal((values as unknown[]).length, count);
      }
    }),
  );
});

test('Documents in which a member occurs twice, and texts that are not JSON, have no list that is found.', () => {
  const list = '{"id":"a","values":[1]}';
  assert.equal(findListSpans(Buffer.from(`{"valueLists":[${list}]}`)).length, 1);
  for (const text of [
    `{"valueLists":[${list}],"valueLists":[]}`,
    `{"valueLists":[{"id":"a","values":[1],"values":[2]}]}`,
    `{"valueLists":[{"id":"a","values":[1],"val\\u0075es":[2]}]}`,
    `{"valueLists":[{"id":"a","id":"b","values":[1]}]}`,
    `{"valueLists":[${list}`,
    `{"valueLists":[{"id":"a","values":[1`,
    `{"valueLists":[{"id":"a`,
    '[',
    '',
  ])
    assert.deepEqual(findListSpans(Buffer.from(text)), [], text);
});
