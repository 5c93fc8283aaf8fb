import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
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
const table = `${path}/tables/brands`;
const acme = ['ACME', 'Acme', 'US'];
const bolt = ['BOLT', 'Bolt', 'DE'];

/** Creates a client whose mapping draft has a table with two rows and a value map with two entries. */
async function newClient(clientId: string): Promise<TestCaller> {
  const client = await standards.world.service.client(clientId);
  await ask(client, 'PUT', path, {
    format: 'pimento-mapping/1',
    maps: { colors: { entries: { navy: 'Blue', anthrazit: 'Grey' } } },
    tables: { brands: { columns: ['key', 'value', 'country'], rows: [acme, bolt] } },
  });
  return client;
}
const rowsOf = async (client: TestCaller, query = ''): Promise<string[][]> =>
  (await ask(client, 'GET', `${table}${query}`)).rows;

test('Rows of a table are added at the end, changed in place and removed by their key, and other rows stay.', async () => {
  const client = await newClient('rows');
  const changed = await ask(client, 'PATCH', table, {
    rows: { ACME: ['ACME', 'Acme Inc.', 'US'], NEW: ['NEW', 'New', 'FR'] },
  });
  assert.equal(changed.rowCount, 3);
  assert.deepEqual(await rowsOf(client), [['ACME', 'Acme Inc.', 'US'], bolt, ['NEW', 'New', 'FR']]);
  await ask(client, 'PATCH', table, { rows: { BOLT: null, missing: null } });
  await ask(client, 'PATCH', table, { rows: { LAST: ['LAST', '', ''] } });
  assert.deepEqual(
    (await rowsOf(client)).map(([key]) => key),
    ['ACME', 'NEW', 'LAST'],
  );
});

test('A row that another person has changed is not overwritten; concurrent changes of different rows are both kept.', async () => {
  const client = await newClient('concurrent');
  await Promise.all([
    ask(client, 'PATCH', table, { rows: { ACME: ['ACME', '1', ''] }, expected: { ACME: acme } }),
    ask(client, 'PATCH', table, { rows: { BOLT: ['BOLT', '2', ''] }, expected: { BOLT: bolt } }),
    ask(client, 'PATCH', table, { rows: { N: ['N', '3', ''] }, expected: { N: null } }),
  ]);
  assert.deepEqual((await rowsOf(client)).map((cells) => cells.join(' ')).toSorted(), ['ACME 1 ', 'BOLT 2 ', 'N 3 ']);
  const late = await send(client, 'PATCH', table, { rows: { ACME: null }, expected: { ACME: acme } });
  assert.deepEqual(
    [late.status, late.body.code, late.body.stored],
    [409, 'changed-meanwhile', { ACME: ['ACME', '1', ''] }],
  );
  const taken = await send(client, 'PATCH', table, { rows: { N: ['N', '4', ''] }, expected: { N: null } });
  assert.deepEqual([taken.status, taken.body.stored], [409, { N: ['N', '3', ''] }]);
});

test('Published rows do not change when the draft does, and one changed row is one stored row.', async () => {
  const client = await newClient('versions');
  await ask(client, 'POST', `${path}/publish`, {});
  await ask(client, 'PATCH', table, { rows: { ACME: ['ACME', 'Changed', 'US'] } });
  const published = await ask(client, 'GET', `${path}?version=1`);
  assert.deepEqual(published.mapping.tables.brands.rows, [acme, bolt]);
  assert.equal((await ask(client, 'GET', path)).isChanged, true);
  await ask(client, 'PATCH', table, { rows: { ACME: acme } });
  assert.equal((await ask(client, 'GET', path)).isChanged, false);
});

test('Rows of the wrong width and too many cells are refused, and nothing is stored.', async () => {
  const client = await newClient('limits');
  const narrow = await send(client, 'PATCH', table, { rows: { A: ['A', 'a'] } });
  assert.deepEqual([narrow.status, narrow.body.errors[0].code], [422, 'row-width']);
  const rows = Object.fromEntries(Array.from({ length: 33_333 }, (_, at) => [`k${at}`, [`k${at}`, '', '']]));
  const many = await send(client, 'PATCH', table, { rows });
  assert.deepEqual([many.status, many.body.errors[0].code], [422, 'too-many-items']);
  assert.deepEqual(await rowsOf(client), [acme, bolt]);
  assert.equal((await send(client, 'PATCH', `${path}/tables/none`, { rows: {} })).body.code, 'unknown-mapping');
});

test('Rows and entries are listed page by page, and found by a part of any cell.', async () => {
  const client = await newClient('search');
  const rows = Object.fromEntries(Array.from({ length: 250 }, (_, at) => [`k${at}`, [`k${at}`, `Value "${at}"`, '']]));
  await ask(client, 'PATCH', table, { rows });
  const first = await ask(client, 'GET', `${table}?limit=200`);
  const second = await ask(client, 'GET', `${table}?limit=200&startingAfter=${encodeURIComponent(first.next)}`);
  assert.deepEqual([first.rows.length, second.rows.length, second.hasMore], [200, 52, false]);
  assert.deepEqual(await rowsOf(client, `?text=${encodeURIComponent('value "24"')}`), [['k24', 'Value "24"', '']]);
  assert.deepEqual(await rowsOf(client, '?text=100%25'), []);
  const { entries } = await ask(client, 'GET', `${path}/maps/colors?text=GRE`);
  assert.deepEqual(entries, [{ value: 'anthrazit', to: 'Grey' }]);
});

test('A value map or a table that is removed leaves published versions as they are.', async () => {
  const client = await newClient('removal');
  await ask(client, 'POST', `${path}/publish`, {});
  await ask(client, 'DELETE', table);
  const { mapping } = await ask(client, 'DELETE', `${path}/maps/colors`);
  assert.deepEqual([mapping.tables, mapping.maps], [{}, {}]);
  assert.deepEqual((await ask(client, 'GET', `${path}?version=1`)).mapping.tables.brands.rows, [acme, bolt]);
  assert.equal((await send(client, 'DELETE', table)).body.code, 'unknown-mapping');
  assert.equal((await send(client, 'DELETE', `${path}/maps/toString`)).body.code, 'unknown-mapping');
});

test('Category rules that another person has changed are not overwritten.', async () => {
  const client = await newClient('categories');
  const rules = [{ when: 'true', category: '53' }];
  const stored = await ask(client, 'PUT', `${path}/category-rules`, { category: { rules }, expected: {} });
  assert.deepEqual(stored.mapping.category, { rules, otherwise: null });
  assert.deepEqual(stored.mapping.maps.colors.entries, { navy: 'Blue', anthrazit: 'Grey' });
  const late = await send(client, 'PUT', `${path}/category-rules`, { category: { otherwise: '53' }, expected: {} });
  assert.deepEqual(
    [late.status, late.body.code, late.body.stored],
    [409, 'changed-meanwhile', { rules, otherwise: null }],
  );
});
