import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { ask, send } from '../channels/gateway-world.ts';
import type { TestCaller } from '../test-service.ts';
import { publish, type StandardWorld, startStandardWorld } from './standard-world.ts';

let standards: StandardWorld;
before(async () => {
  standards = await startStandardWorld();
  await publish(standards.shop);
});
after(() => standards[Symbol.asyncDispose]());

const path = '/api/channels/v1/channels/shop/mapping';

const definitions = [
  { id: 'brand', name: 'Brand', type: { id: 'string' } },
  { id: 'color', name: 'Color', type: { id: 'string' } },
  { id: 'stock', name: 'Stock', type: { id: 'integer' } },
  { id: 'specs', name: 'Specs', type: { id: 'composite' } },
  { id: 'specs.name', name: 'name', compositeAttribute: 'specs', type: { id: 'string' } },
  { id: 'specs.value', name: 'value', compositeAttribute: 'specs', type: { id: 'string' } },
];

const example = {
  format: 'pimento-mapping/1',
  purposes: ['listing'],
  category: {
    rules: [
      { when: 'contains(lower(__NAME), "gift card")', category: '53' },
      { map: 'categories', from: '__CATEGORY' },
    ],
    otherwise: null,
  },
  targets: [
    { target: 'title', value: 'join(" ", brand, __NAME, color) | squeeze' },
    { target: 'availability', value: 'if(stock > 0, "in_stock", "out_of_stock")' },
    { target: 'size', value: '', categories: ['166'] },
    {
      target: 'product_detail',
      rows: 'rows(specs, filled(value))',
      children: [
        { target: 'attribute_name', value: 'name' },
        { target: 'attribute_value', value: 'value & " " & product.color' },
      ],
    },
  ],
  maps: { categories: { entries: { Shirts: '1604' } }, colors: { ignoreCase: true, entries: { navy: 'Blue' } } },
  tables: { brands: { columns: ['key', 'value'], rows: [['ACME', 'Acme']] } },
  require: [{ target: 'gtin', level: 'required', message: 'House rule.' }],
};

async function newClient(clientId: string): Promise<TestCaller> {
  const client = await standards.world.service.client(clientId);
  assert.equal((await client.define(definitions)).status, 200);
  return client;
}

test('A draft is stored with its revision and returned with canonical formulas.', async () => {
  const client = await newClient('drafts');
  const empty = await ask(client, 'GET', path);
  assert.deepEqual([empty.version, empty.revision, empty.publishedVersion, empty.isChanged], [0, 0, null, false]);
  const stored = await ask(client, 'PUT', path, example);
  assert.equal(stored.revision, 1);
  assert.equal(stored.isChanged, true);
  assert.deepEqual(stored.mapping, { ...example, channelId: 'shop' });
  const again = await ask(client, 'PUT', `${path}?expectedRevision=1`, { ...example, purposes: ['offer'] });
  assert.equal(again.revision, 2);
  const late = await send(client, 'PUT', `${path}?expectedRevision=1`, example);
  assert.deepEqual([late.status, late.body.code, late.body.stored.revision], [409, 'changed-meanwhile', 2]);
});

test('Renaming an attribute changes its name in every formula.', async () => {
  const client = await newClient('renaming');
  await ask(client, 'PUT', path, example);
  await sql`update attribute set id = 'paint' where client_id = 'renaming' and id = 'color'`.execute(
    standards.world.service.database,
  );
  const { mapping } = await ask(client, 'GET', path);
  assert.equal(mapping.targets[0].value, 'join(" ", brand, __NAME, paint) | squeeze');
  assert.equal(mapping.targets[3].children[1].value, 'value & " " & product.paint');
});

test('A formula with an error is kept in the draft as it was written.', async () => {
  const client = await newClient('broken');
  const draft = { format: 'pimento-mapping/1', targets: [{ target: 'title', value: 'join(  " "' }] };
  const { mapping } = await ask(client, 'PUT', path, draft);
  assert.equal(mapping.targets[0].value, 'join(  " "');
});

test('The entries of one target are replaced, unless they have changed in the meantime.', async () => {
  const client = await newClient('targets');
  await ask(client, 'PUT', path, example);
  const body = { entries: [{ target: 'title', value: '__NAME' }], expected: [example.targets[0]] };
  const stored = await ask(client, 'PUT', `${path}/targets/title`, body);
  assert.deepEqual(stored.mapping.targets[0], { target: 'title', value: '__NAME' });
  assert.equal(stored.mapping.targets.length, 4);
  const late = await send(client, 'PUT', `${path}/targets/title`, body);
  assert.deepEqual([late.status, late.body.stored], [409, [{ target: 'title', value: '__NAME' }]]);
  const removed = await ask(client, 'PUT', `${path}/targets/title`, { entries: [] });
  assert.equal(removed.mapping.targets.length, 3);
});

test('Two people change entries of the same value map at once, and both changes are kept.', async () => {
  const client = await newClient('maps');
  await ask(client, 'PUT', path, example);
  const patch = (entries: object) => ask(client, 'PATCH', `${path}/maps/colors`, { entries });
  await Promise.all([
    patch({ anthrazit: 'Grey' }),
    patch({ rouge: 'Red', __proto__x: 'X' }),
    patch({ navy: 'Navy blue' }),
  ]);
  const { entries, ignoreCase } = await ask(client, 'GET', `${path}/maps/colors`);
  assert.deepEqual(entries, [
    { value: '__proto__x', to: 'X' },
    { value: 'anthrazit', to: 'Grey' },
    { value: 'navy', to: 'Navy blue' },
    { value: 'rouge', to: 'Red' },
  ]);
  assert.equal(ignoreCase, true);
  const late = await send(client, 'PATCH', `${path}/maps/colors`, {
    entries: { navy: null },
    expected: { navy: 'Blue' },
  });
  assert.deepEqual([late.status, late.body.code], [409, 'changed-meanwhile']);
  const removed = await ask(client, 'PATCH', `${path}/maps/colors`, { entries: { navy: null, nothing: null } });
  assert.equal(removed.entryCount, 3);
  assert.equal((await send(client, 'GET', `${path}/maps/none`)).body.code, 'unknown-mapping');
});

test('Values named like members of JavaScript objects are ordinary values.', async () => {
  const client = await newClient('names');
  const entries = '{"__proto__": "A", "constructor": "B", "toString": "C"}';
  const body = `{"format": "pimento-mapping/1", "maps": {"odd": {"entries": ${entries}}}}`;
  const answer = await client.call('PUT', path, { headers: { 'content-type': 'application/json' }, body });
  assert.equal(answer.status, 200, answer.text);
  const listed = await ask(client, 'GET', `${path}/maps/odd`);
  assert.deepEqual(
    listed.entries.map(({ value, to }: { value: string; to: string }) => `${value} ${to}`),
    ['__proto__ A', 'constructor B', 'toString C'],
  );
});

test('Texts that PostgreSQL cannot store are refused.', async () => {
  const client = await newClient('odd');
  for (const odd of ['\u0000', '\ud800']) {
    const bodies: [string, string, unknown][] = [
      ['PATCH', `${path}/maps/colors`, { entries: { navy: odd } }],
      ['PATCH', `${path}/maps/colors`, { entries: {}, expected: { [odd]: null } }],
      ['PUT', `${path}/targets/title`, { entries: [{ target: 'title', value: '__NAME', map: odd }] }],
      ['PUT', `${path}/tables/brands`, { columns: ['key'], rows: [[odd]] }],
      ['PUT', path, { format: 'pimento-mapping/1', maps: { [odd]: {} } }],
    ];
    for (const [method, address, body] of bodies) {
      const { status, body: answer } = await send(client, method, address, body);
      assert.deepEqual([status, answer.code], [400, 'invalid-body'], `${method} ${address}`);
    }
  }
});

test('Large value maps are left out of the mapping, and a put keeps them.', async () => {
  const client = await newClient('large');
  const entries = Object.fromEntries(Array.from({ length: 1500 }, (_, index) => [`value ${index}`, `V${index}`]));
  const stored = await ask(client, 'PUT', path, { ...example, maps: { ...example.maps, big: { entries } } });
  assert.deepEqual(stored.mapping.maps.big, { entryCount: 1500, isOmitted: true });
  const kept = await ask(client, 'PUT', path, stored.mapping);
  assert.equal(kept.mapping.maps.big.entryCount, 1500);
  const exported = await ask(client, 'GET', `${path}/export`);
  assert.deepEqual(exported.maps.big.entries, entries);
  const without = await ask(client, 'PUT', path, example);
  assert.equal(without.mapping.maps.big, undefined);
});

test('Tables are replaced as a whole; rows of another width are refused.', async () => {
  const client = await newClient('tables');
  await ask(client, 'PUT', path, example);
  const table = {
    columns: ['key', 'value'],
    rows: [
      ['B', 'Beta'],
      ['A', 'Alpha'],
    ],
  };
  const stored = await ask(client, 'PUT', `${path}/tables/brands`, table);
  assert.deepEqual(stored.mapping.tables.brands, table);
  const bad = await send(client, 'PUT', `${path}/tables/brands`, { columns: ['key'], rows: [['A', 'B']] });
  assert.deepEqual(
    [bad.status, bad.body.errors[0].code, bad.body.errors[0].path],
    [422, 'row-width', '/tables/brands/rows/0'],
  );
});

test('Too many entries are refused, and the draft stays as it is.', async () => {
  const client = await newClient('limits');
  await ask(client, 'PUT', path, example);
  const entries = Object.fromEntries(Array.from({ length: 200_001 }, (_, index) => [`v${index}`, 'x']));
  const answer = await send(client, 'PUT', path, { ...example, maps: { big: { entries } } });
  assert.deepEqual([answer.status, answer.body.errors[0].code], [422, 'too-many-items']);
  const patched = await send(client, 'PATCH', `${path}/maps/colors`, { entries });
  assert.deepEqual([patched.status, patched.body.errors[0].code], [422, 'too-many-items']);
  assert.equal((await ask(client, 'GET', path)).revision, 1);
});

test('The mapping of one client is invisible to another, and channels that a client cannot see have none.', async () => {
  const client = await newClient('mine');
  await ask(client, 'PUT', path, example);
  const other = await newClient('theirs');
  assert.equal((await ask(other, 'GET', path)).revision, 0);
  const channel = { channelId: 'hidden', adapterId: 'shop', name: 'Hidden', clientIds: ['mine'] };
  await ask(standards.world.operator, 'POST', '/console/channels', channel, 201);
  const hidden = '/api/channels/v1/channels/hidden/mapping';
  assert.equal((await send(other, 'PUT', hidden, example)).body.code, 'unknown-channel');
  assert.equal((await send(other, 'GET', hidden)).body.code, 'unknown-channel');
  assert.equal((await send(client, 'PUT', hidden, example)).status, 200);
});
