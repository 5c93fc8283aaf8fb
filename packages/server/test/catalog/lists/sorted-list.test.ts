import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { defaultSizes, indexNext, type IndexSizes } from '../../../src/catalog/search/search-index-service.ts';
import { createPageReader } from '../../../src/catalog/search/page-reader-service.ts';
import type { ResolvedFilter } from '../../../src/catalog/views/product-filter-rules.ts';
import { clientIdOf, planAlongKeys, systemClock } from '../../../src/platform/index.ts';
import { countRowsRead } from '../../platform/database/rows-read.ts';
import { type CatalogServer, query, startCatalogServer } from '../catalog-server.ts';
import { noFilter } from '../search-world.ts';

let server: CatalogServer;
before(async () => {
  server = await startCatalogServer();
  for (const clientId of ['acme', 'other']) await define(clientId);
});
after(() => server[Symbol.asyncDispose]());

/** Defines attributes for each kind of order: `weight` (decimal), `released` (date), `share` (fraction), `color` (text), `tags` (list). */
async function define(clientId: string): Promise<void> {
  await server.define(
    [{ id: 'weight' }, { id: 'released' }, { id: 'share' }, { id: 'color' }, { id: 'tags', multi: true }],
    clientId,
  );
  await sql`
    update attribute
    set type_id = case attribute.id
      when 'weight' then 'decimal'
      when 'released' then 'date'
      when 'share' then 'fraction'
      else attribute.type_id
    end
    where attribute.client_id = ${clientId}`.execute(server.database);
}

async function drain(sizes: IndexSizes = defaultSizes): Promise<void> {
  while ((await indexNext(server.database, sizes)) > 0);
}

type Parameters = Record<string, string | string[]>;

/** Returns the ids of an export. */
async function exportIds(parameters: Parameters, secret = server.key.secret): Promise<string[]> {
  const { text } = await server.call('GET', `/api/products/v1/products/export${query(parameters)}`, secret);
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => (JSON.parse(line) as { __ID: string }).__ID); // each line is one product
}

/** Returns the ids of all pages. */
async function listIds(parameters: Parameters, secret = server.key.secret): Promise<string[]> {
  const ids: string[] = [];
  let next: string | null = null;
  do {
    const asked: Parameters = { limit: '3', ...parameters, ...(next === null ? {} : { startingAfter: next }) };
    const { status, json, text } = await server.call('GET', `/api/products/v1/products${query(asked)}`, secret);
    assert.equal(status, 200, text);
    ids.push(...json.products.map(({ productId }: { productId: string }) => productId));
    next = json.next;
  } while (next !== null);
  return ids;
}

const values = [
  {
    id: 'a',
    name: 'Éclair',
    family: 'sweet',
    primaryAsset: 'b.jpg',
    values: { weight: '10', released: '2026-01-31', share: '1/2' },
  },
  { id: 'b', name: 'eclipse', family: 'Bread', values: { weight: '9.5', released: '2025-12-31', share: '2 1/4' } },
  { id: 'c', name: 'apple', values: { weight: '-3', released: '2026-01-31T00:30:00+02:00', color: 'Red' } },
  {
    id: 'd',
    name: 'Zebra',
    family: 'sweet',
    primaryAsset: 'A.jpg',
    values: { weight: '1.5e2', share: '0.75', color: 'blue' },
  },
  { id: 'e', values: { weight: '0', tags: ['x', 'y'], color: '' } },
];

test('texts are sorted without case and accents, numbers by value, dates by time; products without a value come last', async () => {
  await server.insert(values);
  const orders: Record<string, string> = {
    __ID: 'abcde',
    '-__ID': 'edcba',
    __NAME: 'cabde',
    '-__NAME': 'dbace',
    __FAMILY: 'badce',
    weight: 'cebad',
    '-weight': 'dabec',
    released: 'bcade',
    '-released': 'acbed',
    share: 'adbce',
    '-share': 'bdaec',
    color: 'dcabe',
    PRIMARY_ASSET: 'dabce',
    '-PRIMARY_ASSET': 'adecb',
  };
  for (const [sort, expected] of Object.entries(orders)) {
    assert.equal((await listIds({ sort })).join(''), expected, sort);
    assert.equal((await exportIds({ sort })).join(''), expected, `export ${sort}`);
  }
  assert.equal((await listIds({ sort: 'weight', where: 'share*', limit: '1' })).join(''), 'bad');
  assert.equal((await listIds({ sort: '-weight', productId: ['a', 'c', 'd'] })).join(''), 'dac');
  assert.equal((await exportIds({ sort: 'weight', where: 'share*' })).join(''), 'bad');
  assert.equal((await exportIds({ sort: '-weight', productId: ['a', 'c', 'd', 'none'] })).join(''), 'dac');
});

/** Numbers from the lowest to the highest. Each list contains equal numbers. */
const numbers = [
  ['-2e400', '-2.0e400'],
  ['-1e400'],
  ['-1e308'],
  ['-12345678901234567891'],
  ['-12345678901234567890'],
  ['-1.0000000000000000001'],
  ['-1', '-1.000'],
  ['-0.99999999999999999999'],
  ['-1e-400'],
  ['0', '-0', '0/5', '0e9'],
  ['1e-400'],
  ['2e-308'],
  ['1e-307'],
  ['0.333333333333333333333'],
  ['1/3', '2/6'],
  ['0.3333333333333333333334'],
  ['0.99999999999999999999'],
  ['1', '1.0', '3/3', '+1', '10e-1'],
  ['1.0000000000000000001'],
  ['2 1/2', '2.5', '5/2'],
  ['9007199254740992'],
  ['9007199254740993'],
  ['12345678901234567890'],
  ['12345678901234567891', '12345678901234567891.0'],
  ['9.99999999999999999999e307'],
  ['1e308', '10e307'],
  ['1.8e308'],
  ['1e309'],
  ['1e999999'],
];

test('numbers are ordered to the last digit, and in an order of earlier keys where those differ', async () => {
  const { rows } = await sql<{ text: string; key: string; former: string | null }>`
    select given.text, exact_order_number(given.text) collate "C" as key, order_number(given.text) collate "C" as former
    from unnest(${numbers.flat()}::text[]) as given (text)`.execute(server.database);
  const keys = new Map(rows.map(({ text, key }) => [text, key]));
  const ordered = numbers.map((equal) => {
    const [key = '', ...others] = new Set(equal.map((text) => keys.get(text) ?? ''));
    assert.deepEqual(others, [], equal.join(' = '));
    return key;
  });
  for (const [index, key] of ordered.entries())
    assert.ok(index === 0 || (ordered[index - 1] ?? '') < key, `${numbers[index]?.[0]} comes too early`);
  for (const { text, key, former } of rows) assert.ok(former === null || key.startsWith(former), text);
  const others = ['', 'x', '1/0', '1e1234567', '9'.repeat(301), '.', '1.', 'e5', '1 2'];
  const none = await sql`
    select from unnest(${others}::text[]) as given (text) where exact_order_number(given.text) is not null`.execute(
    server.database,
  );
  assert.equal(none.rows.length, 0);
});

test('a list is sorted and filtered by numbers of any size', async () => {
  await server.insert(
    ['12345678901234567891', '12345678901234567890', '1e400', '-1e400', '7'].map((weight, nth) => ({
      id: `n${nth}`,
      values: { weight },
    })),
  );
  const productId = ['n0', 'n1', 'n2', 'n3', 'n4'];
  assert.deepEqual(await listIds({ sort: 'weight', productId }), ['n3', 'n4', 'n1', 'n0', 'n2']);
  const found = (where: string) => listIds({ where, productId });
  assert.deepEqual(await found('weight>12345678901234567890'), ['n0', 'n2']);
  assert.deepEqual(await found('weight>=1e400'), ['n2']);
  assert.deepEqual(await found('weight<-1e399'), ['n3']);
  await sql`delete from product where product.client_id = 'acme' and product.product_id = any(${productId})`.execute(
    server.database,
  );
});

test('a sort by several values or an unknown field, and the cursor of another sort, are refused', async () => {
  for (const sort of ['tags', '-nothing', '']) {
    const [listed, exported] = [await server.get(query({ sort })), await server.get(`/export${query({ sort })}`)];
    for (const { status, json } of [listed, exported])
      assert.deepEqual([status, json.code], [400, 'invalid-parameter'], sort);
  }
  const { json } = await server.get(query({ sort: 'weight', limit: '1' }));
  for (const sort of ['-weight', '__NAME', undefined]) {
    const other = await server.get(query({ ...(sort && { sort }), startingAfter: json.next }));
    assert.deepEqual([other.status, other.json.code], [400, 'invalid-parameter'], sort);
  }
});

/** Number of products in a catalogue that is too large for a list to be sorted without an index. */
const large = 5_200;
const heavy = (nth: number) => ({
  id: `p${String(nth).padStart(5, '0')}`,
  values: nth % 7 === 0 ? {} : { weight: String((nth * 7919) % 1009), color: nth === 4710 ? 'gold' : 'grey' },
});
type Heavy = ReturnType<typeof heavy>;

const weightOf = (product: Heavy) => ('weight' in product.values ? Number(product.values.weight) : undefined);

/** Returns the ids in the expected order, which is by weight and then by id. Products without a weight are last. */
function expectedIds(products: readonly Heavy[], sign: 1 | -1): string[] {
  const compare = (a: number | string, b: number | string) => (a === b ? 0 : a < b ? -sign : sign);
  return products
    .toSorted((a, b) => {
      const [left, right] = [weightOf(a), weightOf(b)];
      if (left === undefined || right === undefined) {
        if (left !== right) return left === undefined ? 1 : -1;
        return compare(a.id, b.id);
      }
      return compare(left, right) || compare(a.id, b.id);
    })
    .map(({ id }) => id);
}

/** Returns the number of products that an export of one colour reads before it sends its first product. */
function readForExport(color: string): Promise<number> {
  const filter = {
    ...noFilter,
    conditions: [{ target: 'values', path: ['color'], test: { kind: 'equals', text: color } }],
  };
  const sort = { field: 'weight', kind: 'number', isDescending: false } as const;
  return countRowsRead(server.database, 'product', async (connection) => {
    const query = { clientId: clientIdOf('other'), filter: filter as ResolvedFilter, sort };
    await planAlongKeys(connection);
    const read = await createPageReader({ connection, clock: systemClock }, query);
    await read(1);
  });
}

test('a large catalogue reports that an order is being built, then lists it completely, whatever is written meanwhile', async () => {
  let products = Array.from({ length: large }, (_, nth) => heavy(nth));
  await server.insert(products, 'other');
  const secret = server.otherKey.secret;
  const ask = (parameters: Parameters) => server.call('GET', `/api/products/v1/products${query(parameters)}`, secret);
  const early = await ask({ sort: 'weight' });
  assert.deepEqual(
    [early.status, early.json.code, early.json.params],
    [409, 'not-possible-now', { kind: 'order-being-built', field: 'weight', percent: 0 }],
  );
  assert.deepEqual(await exportIds({ sort: '-weight' }, secret), expectedIds(products, -1), 'an export needs no index');
  await indexNext(server.database, defaultSizes);
  await drain();
  const all = { limit: '1000' };
  assert.deepEqual(await listIds({ ...all, sort: 'weight' }, secret), expectedIds(products, 1));
  assert.deepEqual(await listIds({ ...all, sort: '-weight' }, secret), expectedIds(products, -1));
  assert.deepEqual(await listIds({ ...all, sort: '-__ID' }, secret), products.map(({ id }) => id).toReversed());
  assert.deepEqual(await listIds({ sort: 'weight', where: 'color=gold' }, secret), ['p04710']);
  assert.deepEqual(await exportIds({ sort: 'weight', where: 'color=gold' }, secret), ['p04710']);
  const few = await readForExport('gold');
  assert.ok(few < 200, `an export of one product examines ${few}`);
  assert.ok((await readForExport('grey')) >= large, 'one of most products examines all of them once');
  const [grey, none] = [
    await ask({ sort: 'weight', where: 'color=grey', limit: '2' }),
    await ask({ sort: 'weight', text: 'zzz' }),
  ];
  assert.equal(grey.json.products.length, 2);
  assert.deepEqual([none.json.products, none.json.next], [[], null]);

  // changes that are not indexed yet
  const moved = { id: 'p00001', values: { weight: '-5', color: 'grey' } };
  const added = { id: 'q', values: { weight: '2000', color: 'grey' } };
  await sql`
    update product
    set "values" = ${JSON.stringify(moved.values)}::jsonb
    where product.client_id = 'other' and product.product_id = ${moved.id}`.execute(server.database);
  await server.insert([added], 'other');
  await sql`delete from product where product.client_id = 'other' and product.product_id in ('p00002', 'p00007')`.execute(
    server.database,
  );
  products = [...products.filter(({ id }) => !['p00001', 'p00002', 'p00007'].includes(id)), moved, added];
  const check = async () => {
    assert.deepEqual(await listIds({ ...all, sort: 'weight' }, secret), expectedIds(products, 1));
    assert.deepEqual(await listIds({ ...all, sort: '-weight' }, secret), expectedIds(products, -1));
  };
  await check();
  await drain();
  await check();
  // The threshold 1 makes the indexer read all products in a pass.
  await sql`
    update product
    set "values" = product."values" - 'weight'
    where product.client_id = 'other' and product.product_id like 'p000%'`.execute(server.database);
  await sql`delete from product where product.client_id = 'other' and product.product_id like 'p0001%'`.execute(
    server.database,
  );
  await drain({ ...defaultSizes, pass: 1 });
  products = products
    .filter(({ id }) => !id.startsWith('p0001'))
    .map((one) => (one.id.startsWith('p000') ? { ...one, values: {} } : one));
  await check();
  const { rows } = await sql<{ stray: number }>`
    select count(*)::integer as stray
    from product_order_key
    where not exists (
      select 1
      from product
      where product.client_id = product_order_key.client_id and product.product_id = product_order_key.product_id
    )`.execute(server.database);
  assert.equal(rows[0]?.stray, 0);
});

test('an order that was not used for some time makes room for a new one, and its keys are deleted', async () => {
  const secret = server.otherKey.secret;
  await sql`
    insert into product_order (client_id, field, kind, built_through, used_at)
    select 'other', 'field ' || nth, 'text', null, now()
    from generate_series(1, 15) as nth`.execute(server.database);
  const ask = (sort: string) => server.call('GET', `/api/products/v1/products${query({ sort })}`, secret);
  const refused = await ask('color');
  assert.deepEqual([refused.status, refused.json.params.kind], [409, 'too-many-orders']);
  await sql`update product_order set used_at = now() - interval '2 hours' where product_order.field = 'weight'`.execute(
    server.database,
  );
  assert.equal((await ask('color')).json.params.kind, 'order-being-built');
  await drain();
  assert.equal((await ask('color')).status, 200);
  const { rows } = await sql<{ orders: number }>`
    select count(distinct product_order_key.order_id)::integer as orders
    from product_order_key`.execute(server.database);
  assert.equal(rows[0]?.orders, 1);
  // Simulates an indexer of an earlier version, which writes no order keys.
  await sql`update search_state set worked_at = clock_timestamp() where search_state.client_id = 'other'`.execute(
    server.database,
  );
  assert.equal((await ask('color')).json.params.kind, 'order-being-built');
});
