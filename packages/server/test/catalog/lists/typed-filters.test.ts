import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { categoryLevel } from '../../../src/catalog/search/category-tree-rules.ts';
import { endsOf } from '../../../src/catalog/search/value-list-rules.ts';
import { categoryPatterns, categorySteps } from '../../../src/catalog/views/category-path-rules.ts';
import { defaultSizes, indexNext } from '../../../src/catalog/search/search-index-service.ts';
import { type CatalogServer, query, startCatalogServer } from '../catalog-server.ts';

let server: CatalogServer;
before(async () => {
  server = await startCatalogServer();
  for (const clientId of ['acme', 'other']) {
    await server.define(
      [
        { id: 'weight' },
        { id: 'length' },
        { id: 'released' },
        { id: 'color' },
        { id: 'tags', multi: true },
        { id: 'price', composite: true },
        { id: 'amount', parent: 'price' },
        { id: 'odd>' },
      ],
      clientId,
    );
    await sql`
      update attribute
      set type_id = case attribute.id when 'released' then 'date' else 'decimal' end
      where attribute.client_id = ${clientId} and attribute.id in ('weight', 'length', 'released', 'amount')`.execute(
      server.database,
    );
  }
  await server.insert([
    {
      id: 'a',
      name: 'Pen',
      category: 'Office > Pens',
      values: { weight: '9.5', color: 'red', tags: ['x', 'y'], released: '2026-01-31', 'odd>': '5' },
    },
    { id: 'b', name: 'Élan', category: 'Office', values: { weight: '10', color: 'Red', tags: ['y'] } },
    {
      id: 'c',
      category: 'Office supplies',
      values: { weight: '-1e2', color: 'a|b%', released: '2026-02-01T01:00:00+02:00' },
    },
    { id: 'd', category: 'Office/Paper', values: { price: [{ amount: '5' }, { amount: '70' }], color: '' } },
    { id: 'e', values: {} },
  ]);
});
after(() => server[Symbol.asyncDispose]());

type Parameters = Record<string, string | string[]>;

async function found(where: string | string[]): Promise<string> {
  const { status, json, text } = await server.get(query({ where }));
  assert.equal(status, 200, text);
  return json.products.map(({ productId }: { productId: string }) => productId).join('');
}

async function ask(path: string, parameters: Parameters, secret = server.key.secret) {
  const { status, json, text } = await server.call('GET', `/api/products/v1/${path}${query(parameters)}`, secret);
  assert.equal(status, 200, text);
  return json;
}

test('conditions compare numbers and dates by value, texts by their beginning, and several texts at once', async () => {
  const conditions: Record<string, string> = {
    'weight>9.5': 'b',
    'weight>=9.50': 'ab',
    'weight<0': 'c',
    'weight<=1e1': 'abc',
    'released>2026-01-31': 'c',
    'released<2026-02-01': 'ac',
    'released>=2026-01-31T23:00:00Z': 'c',
    'price/amount>50': 'd',
    'color|=red|blue': 'a',
    'color|=a%7Cb%25|Red': 'bc',
    'tags|=x|z': 'a',
    'tags!=y': 'cde',
    'color!=red': 'bcde',
    'color^=RE': 'ab',
    '__NAME^=el': '',
    '__NAME^=É': 'b',
    '__ID|=a|e|z': 'ae',
    '__CATEGORY^=Office': 'abd',
    '__CATEGORY^=Office > Pens': 'a',
    '__CATEGORY!=Office': 'acde',
    'odd>=5': 'a',
    'odd%3E=5': 'a',
  };
  for (const [where, expected] of Object.entries(conditions)) assert.equal(await found(where), expected, where);
  assert.equal(await found(['weight>=-100', 'weight<10', 'tags*']), 'a');
});

test('a range of texts, a bound that is no number or date, and an empty list are refused with their reason', async () => {
  const reasons: Record<string, string> = {
    'color>5': 'not-comparable',
    '__NAME<b': 'not-comparable',
    'weight>heavy': 'bad-bound',
    'weight>=': 'no-text',
    'released<1.5': 'bad-bound',
    'released>=2026-02-30': 'bad-bound',
    'released>=2026-13-01': 'bad-bound',
    'released<2026-01-31T24:30:00Z': 'bad-bound',
    'weight<1/0': 'bad-bound',
    'color|=': 'no-text',
    'nothing>=5': 'unknown',
    'price>=5': 'composite-compared',
  };
  for (const [where, kind] of Object.entries(reasons)) {
    const { status, json } = await server.get(query({ where }));
    assert.deepEqual([status, json.params?.faults?.[0]?.kind], [400, kind], where);
  }
});

test('values are offered with their counts in the filtered list, the ends of numbers and dates too', async () => {
  const color = await ask('product-values', { field: 'color' });
  assert.deepEqual(color, {
    values: [
      { value: 'Red', products: 1 },
      { value: 'a|b%', products: 1 },
      { value: 'red', products: 1 },
    ],
    hasMore: false,
    products: 5,
    missing: 2,
    min: null,
    max: null,
    isComplete: true,
  });
  const tags = await ask('product-values', { field: 'tags', where: 'weight>0' });
  assert.deepEqual(tags.values, [
    { value: 'y', products: 2 },
    { value: 'x', products: 1 },
  ]);
  const weight = await ask('product-values', { field: 'weight' });
  assert.deepEqual([weight.min, weight.max, weight.missing], ['-1e2', '10', 2]);
  const amount = await ask('product-values', { field: 'price/amount', limit: '1' });
  assert.deepEqual([amount.max, amount.hasMore, amount.missing], ['70', true, 4]);
  const refused = await server.call('GET', `/api/products/v1/product-values${query({ field: 'price' })}`);
  assert.equal(refused.status, 400);
});

test('2,000 different values are counted, and of more none is called the most frequent', async () => {
  const { secret } = server.otherKey;
  const tags = Array.from({ length: 2_000 }, (_, at) => `tag ${at}`);
  await server.insert([{ id: 'many', family: 'many', values: { tags } }], 'other');
  const asked = { field: 'tags', family: 'many', limit: '3' };
  const { values, hasMore, isComplete } = await ask('product-values', asked, secret);
  assert.deepEqual([values.length, hasMore, isComplete], [3, true, true]);
  await server.insert([{ id: 'more', family: 'many', values: { tags: ['another'] } }], 'other');
  const more = await ask('product-values', asked, secret);
  assert.deepEqual([more.values, more.hasMore], [[], true]);
  await sql`delete from product where product.client_id = 'other'`.execute(server.database);
});

test('categories are a tree, whose counts include what is below, in the filtered list', async () => {
  const top = await ask('product-categories', {});
  assert.deepEqual(top.categories, [
    { path: 'Office', name: 'Office', products: 3, hasChildren: true },
    { path: 'Office supplies', name: 'Office supplies', products: 1, hasChildren: false },
  ]);
  assert.deepEqual([top.products, top.missing, top.isComplete], [5, 1, true]);
  const below = await ask('product-categories', { under: 'Office' });
  assert.deepEqual(
    below.categories.map(({ path, name }: { path: string; name: string }) => [path, name]),
    [
      ['Office > Paper', 'Paper'],
      ['Office > Pens', 'Pens'],
    ],
  );
  assert.deepEqual((await ask('product-categories', { where: 'tags*' })).categories, [
    { path: 'Office', name: 'Office', products: 2, hasChildren: true },
  ]);
});

test('each category of the tree finds as many products as the tree counts', async () => {
  for (const under of [undefined, 'Office']) {
    const { categories } = await ask('product-categories', under === undefined ? {} : { under });
    for (const { path, products } of categories)
      assert.equal((await found(`__CATEGORY^=${path}`)).length, products, path);
  }
});

/** Categories in several spellings, with names that contain separators and special characters of regular expressions. */
const spellings = [
  'Food > Oils',
  'Food>Oils',
  'Food/Oils',
  'Food  /  Oils',
  'Food > Oils/Fats > Nut (50%)',
  'Food',
  'Food+',
  'Foods > Oils',
  'TV/Radio',
  'TV/Radio > Tuners',
  'a//b',
  '> x',
];

test('spellings of a category are one place in the tree, and the filter finds what the tree counts there', async () => {
  const level = (under?: string) =>
    categoryLevel(
      spellings.map((path) => ({ path, products: 1 })),
      under,
    ).map(({ path, products, hasChildren }) => [path, products, hasChildren]);
  assert.deepEqual(level(), [
    ['> x', 1, false],
    ['Food', 6, true],
    ['Food+', 1, false],
    ['Foods', 1, true],
    ['TV', 1, true],
    ['TV/Radio', 1, true],
    ['a//b', 1, false],
  ]);
  assert.deepEqual(level('Food'), [
    ['Food > Oils', 4, false],
    ['Food > Oils/Fats', 1, true],
  ]);
  assert.deepEqual([level('Food/Oils'), level('nothing')], [[], []]);
  assert.deepEqual(level('TV/Radio'), [['TV/Radio > Tuners', 1, false]]);
  assert.deepEqual(categorySteps('Food/Oils > Nut'), ['Food/Oils', 'Nut']);
  const found = async (path: string) => {
    const { rows } = await sql<{ category: string }>`
      select given.category
      from unnest(${spellings}::text[]) as given (category)
      where given.category ~ any(${categoryPatterns(path)}::text[])`.execute(server.database);
    return rows.map(({ category }) => category);
  };
  for (const path of ['Food > Oils', 'Food>Oils', 'Food/Oils'])
    assert.deepEqual(await found(path), spellings.slice(0, 4), path);
  assert.deepEqual(await found('Food'), spellings.slice(0, 6));
  assert.deepEqual(await found('Food > Oils/Fats > Nut (50%)'), [spellings[4]]);
  assert.deepEqual(await found('TV/Radio'), ['TV/Radio', 'TV/Radio > Tuners']);
  assert.deepEqual([await found('TV'), await found('a//b'), await found('> x')], [['TV/Radio'], ['a//b'], ['> x']]);
});

test('ends are exact, fractions and large numbers included', () => {
  const ends = (...values: string[]) => Object.values(endsOf({ kind: 'number' }, values)).join(' to ');
  assert.equal(ends('1/2', '0.3', '2 1/4', '2.2'), '0.3 to 2 1/4');
  assert.equal(ends('-1/3', '-0.33', 'none', '0'), '-1/3 to 0');
  assert.equal(ends('12345678901234567891', '12345678901234567890'), '12345678901234567890 to 12345678901234567891');
  assert.equal(ends('1e400', '9e399', '-1e400'), '-1e400 to 1e400');
  assert.equal(ends('none'), ' to ');
  assert.deepEqual(endsOf({ kind: 'date' }, ['2026-02-30', '2026-01-31T01:00:00+02:00', '2026-01-31']), {
    min: '2026-01-31T01:00:00+02:00',
    max: '2026-01-31',
  });
});

test('a large catalogue counts values from an index that follows every change, and filtered ones as far as time allows', async () => {
  const secret = server.otherKey.secret;
  const large = 5_100;
  const products = Array.from({ length: large }, (_, nth) => ({
    id: `p${String(nth).padStart(5, '0')}`,
    category: nth % 3 === 0 ? 'A > B' : 'A',
    values: {
      color: nth % 2 === 0 ? 'grey' : 'blue',
      weight: String(nth),
      ...(nth % 5 === 0 ? {} : { length: String((nth % 3) + 8) }),
    },
  }));
  await server.insert(products, 'other');
  const drain = async () => {
    while ((await indexNext(server.database, defaultSizes)) > 0);
  };
  await drain();
  // The first requests count product by product, and start to build the index.
  const first = await ask('product-values', { field: 'color' }, secret);
  assert.ok(first.products > 0 && first.products <= large);
  await ask('product-categories', {}, secret);
  await ask('product-values', { field: 'weight' }, secret);
  await ask('product-values', { field: 'length' }, secret);
  await drain();
  await sql`
    update product
    set "values" = product."values" || '{"color": "red"}'
    where product.client_id = 'other' and product.product_id < 'p00010'`.execute(server.database);
  await sql`delete from product where product.client_id = 'other' and product.product_id = 'p05001'`.execute(
    server.database,
  );
  await drain();
  const color = await ask('product-values', { field: 'color' }, secret);
  assert.deepEqual(
    [color.isComplete, color.products, color.values],
    [
      true,
      large - 1,
      [
        { value: 'grey', products: 2_545 },
        { value: 'blue', products: 2_544 },
        { value: 'red', products: 10 },
      ],
    ],
  );
  // The lowest and highest values of a field with many values need a second order. A request creates it once the index shows that the
  // field has many values.
  await ask('product-values', { field: 'weight' }, secret);
  await drain();
  const weight = await ask('product-values', { field: 'weight' }, secret);
  assert.deepEqual([weight.min, weight.max], ['0', '5099']);
  assert.deepEqual([weight.isComplete, weight.products, weight.missing, weight.values], [true, large - 1, 0, []]);
  const length = await ask('product-values', { field: 'length' }, secret);
  assert.deepEqual([length.min, length.max, length.isComplete], ['8', '10', true]);
  assert.deepEqual([length.products, length.missing], [large - 1, 1_020]);
  assert.deepEqual(length.values.map(({ value }: { value: string }) => value).toSorted(), ['10', '8', '9']);
  const { categories } = await ask('product-categories', {}, secret);
  assert.deepEqual(categories, [{ path: 'A', name: 'A', products: large - 1, hasChildren: true }]);
  const filtered = await ask('product-values', { field: 'color', where: 'weight<10' }, secret);
  const red = filtered.values.find(({ value }: { value: string }) => value === 'red');
  assert.ok(red.products <= 10 && (red.products === 10 || !filtered.isComplete));
});
