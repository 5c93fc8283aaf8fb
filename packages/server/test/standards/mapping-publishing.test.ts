import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ItemProblem } from '@pimento/contract';
import { sql } from 'kysely';
import { ask, send } from '../channels/gateway-world.ts';
import type { TestCaller } from '../test-service.ts';
import { exampleStandard } from './example-standard.ts';
import { publish, type StandardWorld, startStandardWorld } from './standard-world.ts';

let standards: StandardWorld;
before(async () => {
  standards = await startStandardWorld();
  await publish(standards.shop);
});
after(() => standards[Symbol.asyncDispose]());

const path = '/api/channels/v1/channels/shop/mapping';

async function newClient(clientId: string): Promise<TestCaller> {
  const client = await standards.world.service.client(clientId);
  await client.define([
    { id: 'brand', name: 'Brand', type: { id: 'string' } },
    { id: 'photo', name: 'Photo', type: { id: 'asset' } },
    { id: 'unused', name: 'Unused', type: { id: 'string' } },
  ]);
  return client;
}

const mapping = (more: object = {}) => ({
  format: 'pimento-mapping/1',
  targets: [
    { target: 'title', value: 'join(" ", brand, __NAME)' },
    { target: 'image_link', value: 'photo' },
  ],
  maps: { colors: { entries: { navy: 'Blue' } } },
  ...more,
});

const faultsOf = (check: { problems: { code: string; path: string }[] }) =>
  check.problems.map(({ code, path: at }) => `${code} ${at}`);

test('A check counts the required targets that are mapped, and names unused attributes.', async () => {
  const client = await newClient('checks');
  assert.equal((await send(client, 'POST', `${path}/check`, {})).body.code, 'unknown-mapping');
  await ask(client, 'PUT', path, mapping());
  const check = await ask(client, 'POST', `${path}/check`, {});
  assert.deepEqual(faultsOf(check), []);
  // `id` has a default formula. `price` and `availability` are not mapped, and `size` is required only in a category.
  assert.deepEqual(check.targets, { required: 6, requiredMapped: 3, mapped: 3, total: 13 });
  assert.deepEqual(
    check.unmappedRequired.map(({ target }: { target: string }) => target),
    ['price', 'availability', 'size'],
  );
  assert.deepEqual(check.unusedAttributes, [{ id: 'unused', name: 'Unused' }]);
  const listing = await ask(client, 'POST', `${path}/check`, { mapping: mapping({ purposes: ['listing'] }) });
  assert.equal(listing.targets.required, 5);
});

test('A check reports every error with its position, and entries without a target as warnings.', async () => {
  const client = await newClient('errors');
  const broken = mapping({
    purposes: ['delivery'],
    category: {
      rules: [
        { when: 'brand', category: '999' },
        { map: 'none', from: 'brand' },
      ],
      otherwise: '998',
    },
    targets: [
      { target: 'title', value: 'join(" ",\n  brandx, __NAME)' },
      { target: 'title', value: 'brand' },
      { target: 'image_link', value: '1 + 1' },
      { target: 'brand', rows: 'brand' },
      { target: 'mpn', value: 'brand', map: 'none' },
      { target: 'gone', value: 'nothing(' },
    ],
  });
  const check = await ask(client, 'POST', `${path}/check`, { mapping: broken });
  assert.deepEqual(faultsOf(check), [
    'invalid-field /purposes/0',
    'unknown-category /category/rules/0/category',
    'unknown-value-map /category/rules/1/map',
    'unknown-category /category/otherwise',
    'duplicate-entry /targets/1/target',
    'composite-needed /targets/3/rows',
    'unknown-value-map /targets/4/map',
    'invalid-formula /category/rules/0/when',
    'invalid-formula /targets/0/value',
    'invalid-formula /targets/2/value',
  ]);
  const { params } = check.problems[8];
  assert.deepEqual(
    [params.line, params.column, params.error.code, params.replacement],
    [2, 3, 'unknown-attribute', 'brand'],
  );
  assert.deepEqual(
    check.warnings.map(({ code, path: at }: { code: string; path: string }) => `${code} ${at}`),
    ['idle-entry /targets/5/target'],
  );
});

test('An entry that evaluations do not find is a warning with the nearest target, and is not counted as mapped.', async () => {
  const client = await newClient('nearest');
  const near = mapping({
    targets: [
      { target: 'titel', value: '__NAME' },
      { target: 'attribute_name', value: '__NAME' },
      { target: 'product_detail', children: [{ target: 'attribute_nam', value: '__NAME' }] },
    ],
    require: [{ target: 'attribute_value', level: 'required' }],
  });
  const check = await ask(client, 'POST', `${path}/check`, { mapping: near });
  assert.deepEqual(
    check.warnings.map(({ code, path: at, params }: ItemProblem) => [code, at, params?.['suggestion']]),
    [
      ['idle-entry', '/targets/0/target', 'title'],
      ['idle-entry', '/targets/1/target', 'product_detail/attribute_name'],
      ['idle-entry', '/targets/2/children/0/target', 'attribute_name'],
      ['idle-entry', '/require/0/target', 'product_detail/attribute_value'],
    ],
  );
  const without = await ask(client, 'POST', `${path}/check`, { mapping: mapping({ ...near, targets: [] }) });
  assert.equal(check.targets.mapped, without.targets.mapped + 1, 'only product_detail is mapped');
});

test('Viewers and keys that only read may check, but not publish.', async () => {
  const client = await newClient('viewing');
  await ask(client, 'PUT', path, mapping());
  const reader = await standards.world.service.key('viewing', ['channels:read']);
  assert.equal((await send(reader, 'POST', `${path}/check`, {})).status, 200);
  assert.equal((await send(reader, 'POST', `${path}/publish`, {})).status, 403);
  assert.equal((await send(reader, 'PUT', path, mapping())).status, 403);
  const stranger = await standards.world.service.key('viewing', ['products']);
  assert.equal((await send(stranger, 'POST', `${path}/check`, {})).status, 403);
});

test('Publishing makes immutable versions; errors block it, and an unchanged draft makes none.', async () => {
  const client = await newClient('publishing');
  await ask(client, 'PUT', path, mapping({ targets: [{ target: 'title', value: 'brandx' }] }));
  const refused = await send(client, 'POST', `${path}/publish`, {});
  assert.deepEqual(
    [refused.status, refused.body.code, refused.body.errors[0].path],
    [422, 'invalid-mapping', '/targets/0/value'],
  );
  await ask(client, 'PUT', path, mapping());
  const first = await ask(client, 'POST', `${path}/publish`, { comment: 'Start', expectedRevision: 2 });
  assert.deepEqual([first.version, first.standardVersion, first.comment, first.isCurrent], [1, 1, 'Start', true]);
  assert.equal((await ask(client, 'POST', `${path}/publish`, {})).version, 1);
  assert.equal((await ask(client, 'GET', path)).isChanged, false);

  await ask(client, 'PATCH', `${path}/maps/colors`, { entries: { navy: 'Navy', rouge: 'Red' } });
  assert.equal((await ask(client, 'GET', path)).isChanged, true);
  assert.deepEqual((await ask(client, 'GET', `${path}?version=1`)).mapping.maps.colors.entries, { navy: 'Blue' });
  assert.equal((await ask(client, 'POST', `${path}/publish`, {})).version, 2);
  assert.deepEqual((await ask(client, 'GET', `${path}/export?version=2`)).maps.colors.entries, {
    navy: 'Navy',
    rouge: 'Red',
  });
  const { rows } = await sql<{ rows: number }>`
    select count(*)::integer as rows from mapping_value where client_id = 'publishing'`.execute(
    standards.world.service.database,
  );
  assert.equal(rows[0]?.rows, 3);

  const { versions } = await ask(client, 'GET', `${path}/versions`);
  assert.deepEqual(
    versions.map(({ version, isCurrent }: Record<string, unknown>) => [version, isCurrent]),
    [
      [2, true],
      [1, false],
    ],
  );
  const late = await send(client, 'POST', `${path}/publish`, { expectedStandardVersion: 9 });
  assert.deepEqual([late.status, late.body.code], [409, 'changed-meanwhile']);
});

test('A change that is taken back leaves nothing to publish.', async () => {
  const client = await newClient('back');
  await ask(client, 'PUT', path, mapping());
  await ask(client, 'POST', `${path}/publish`, {});
  await ask(client, 'PATCH', `${path}/maps/colors`, { entries: { navy: 'Navy' } });
  await ask(client, 'PATCH', `${path}/maps/colors`, { entries: { navy: 'Blue' } });
  assert.equal((await ask(client, 'GET', path)).isChanged, false);
  assert.equal((await ask(client, 'POST', `${path}/publish`, {})).version, 1);
});

test('Two who publish at once make one version of one draft.', async () => {
  const client = await newClient('both');
  await ask(client, 'PUT', path, mapping());
  const both = await Promise.all([
    ask(client, 'POST', `${path}/publish`, {}),
    ask(client, 'POST', `${path}/publish`, {}),
  ]);
  assert.deepEqual(
    both.map(({ version }) => version),
    [1, 1],
  );
});

test('A published version is copied into the draft with all its entries.', async () => {
  const client = await newClient('restoring');
  await ask(client, 'PUT', path, mapping());
  await ask(client, 'POST', `${path}/publish`, {});
  await ask(client, 'PUT', path, mapping({ targets: [], maps: { sizes: { entries: { s: 'S' } } } }));
  await ask(client, 'POST', `${path}/publish`, {});
  const restored = await ask(client, 'POST', `${path}/versions/1/restore`);
  assert.deepEqual(restored.mapping.maps, { colors: { entries: { navy: 'Blue' } } });
  assert.equal(restored.mapping.targets.length, 2);
  assert.equal(restored.isChanged, true);
  assert.equal((await ask(client, 'POST', `${path}/publish`, {})).version, 3);
  assert.deepEqual((await ask(client, 'GET', `${path}/export?version=2`)).maps, { sizes: { entries: { s: 'S' } } });
  assert.equal((await send(client, 'POST', `${path}/versions/9/restore`)).body.code, 'unknown-mapping');
});

test('A mapping of another client is imported whole, and what does not exist here is listed with suggestions.', async () => {
  const client = await newClient('copied');
  const copied = mapping({
    category: { rules: [{ map: 'categories', from: '__CATEGORY' }], otherwise: 'Gift cards' },
    targets: [
      { target: 'title', value: 'join(" ", brandd, __NAME)' },
      { target: 'availability', value: 'brand', map: 'stock', unmapped: 'empty' },
    ],
    maps: {
      categories: { entries: { Shirts: '1604', Mugs: '77' } },
      stock: { entries: { yes: 'in_stock', no: 'OUT OF STOCK', perhaps: 'later' } },
    },
  });
  const dry = await ask(client, 'POST', `${path}/import?dryRun=true`, copied);
  assert.equal(dry.revision, null);
  assert.deepEqual(
    dry.missing.map(({ path: at, params }: { path: string; params: Record<string, unknown> }) => [
      at,
      params['kind'],
      params['name'],
      params['suggestion'],
    ]),
    [
      ['/targets/0/value', 'attribute', 'brandd', 'brand'],
      ['/maps/categories/entries', 'category', '77', null],
      ['/category/otherwise', 'category', 'Gift cards', '53'],
      ['/maps/stock/entries', 'value', 'OUT OF STOCK', 'out_of_stock'],
      ['/maps/stock/entries', 'value', 'later', null],
    ],
  );
  assert.equal((await ask(client, 'GET', path)).revision, 0);
  const answer = await ask(client, 'POST', `${path}/import`, copied);
  assert.equal(answer.revision, 1);
  const exported = await ask(client, 'GET', `${path}/export`);
  assert.deepEqual(exported, { ...copied, channelId: 'shop' });
});

test('Deleting a client and exporting it include its mappings.', async () => {
  const { database } = standards.world.service;
  const { rows } = await sql<{ name: string }>`
    select table_name as name
    from information_schema.columns
    where column_name = 'client_id' and table_name in ('channel_mapping', 'mapping_value')
    order by 1`.execute(database);
  assert.deepEqual(
    rows.map(({ name }) => name),
    ['channel_mapping', 'mapping_value'],
  );
});

test('Without a data standard nothing can be checked or published, but a draft can be kept.', async () => {
  const client = await newClient('early');
  const other = '/api/channels/v1/channels/other/mapping';
  assert.equal((await send(client, 'PUT', other, mapping())).status, 200);
  assert.equal((await send(client, 'POST', `${other}/check`, {})).body.code, 'unknown-standard');
  assert.equal((await send(client, 'POST', `${other}/publish`, {})).body.code, 'unknown-standard');
  await publish(standards.other, exampleStandard(), { path: '/external/channels/other/standard' });
  assert.equal((await send(client, 'POST', `${other}/publish`, {})).status, 200);
});

test('More publications at once than there are database connections all come to an end.', async () => {
  const client = await newClient('crowd');
  await ask(client, 'PUT', path, mapping());
  // No cache contains the new version yet.
  await publish(standards.shop, { ...exampleStandard(), release: 'crowd' });
  const answers = await Promise.all(Array.from({ length: 40 }, () => send(client, 'POST', `${path}/publish`, {})));
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
});
