import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type CatalogServer, idPath, query, startCatalogServer } from './catalog-server.ts';

let server: CatalogServer;
before(async () => {
  server = await startCatalogServer();
  await server.define([
    { id: 'color' },
    { id: 'tags', multi: true },
    { id: 'price', name: 'Price', composite: true },
    { id: 'price.amount', name: 'amount', parent: 'price' },
    { id: 'price.currency', name: 'Currency today', storageName: 'currency', parent: 'price' },
    { id: 'tiers', name: 'tiers', composite: true, parent: 'price' },
    { id: 'from', parent: 'price\u001ftiers', multi: true },
    { id: 'constructor' },
    { id: '123' },
    { id: '0' },
    { id: 'a "quoted" \\ back$slash' },
    { id: 'a/b=c~d!e*f%g' },
    { id: 'with, comma' },
    { id: 'dup1', name: 'twin' },
    { id: 'dup2', name: 'twin' },
    { id: 'first', sequence: 1 },
    { id: 'Größe' },
  ]);
  await server.insert([
    {
      id: 'a',
      name: 'Red Pen',
      family: 'pens',
      category: 'office',
      primaryAsset: 'img1',
      values: { color: 'red', tags: ['x', 'y'] },
      createdAt: '2025-01-01T00:00:00Z',
      updatedAt: '2026-01-01T00:00:00Z',
    },
    {
      id: 'b',
      name: 'Blue Pen',
      family: 'pens',
      values: { color: 'Blue', tags: ['y'], constructor: 'toString' },
      createdAt: '2026-01-15T00:00:00Z',
      updatedAt: '2026-02-01T00:00:00Z',
    },
    {
      id: 'c',
      name: '100% Öl_farbe',
      values: {
        price: [
          { amount: '10.50', currency: 'EUR' },
          { amount: '12', currency: 'USD', tiers: [{ from: ['5', '10'] }] },
        ],
        '123': 'n',
        '0': 'zero',
        first: '1',
      },
    },
    {
      id: 'd',
      category: 'office',
      values: {
        'a "quoted" \\ back$slash': 'a "v" \\ $wanted',
        'a/b=c~d!e*f%g': 'odd=~!*',
        'with, comma': 'w',
        Größe: 'ÄÖ',
      },
    },
    { id: 'E', packaging: [{ __ID: 'a', QUANTITY: '10.50' }] },
  ]);
  await server.insert([{ id: 'a', name: 'foreign' }, { id: 'zz' }], 'other');
});
after(() => server[Symbol.asyncDispose]());

async function ids(parameters: Record<string, string | string[]>): Promise<string> {
  const answer = await server.get(query(parameters));
  assert.equal(answer.status, 200, answer.text);
  return answer.json.products.map((record: { productId: string }) => record.productId).join(' ');
}
async function refusal(parameters: Record<string, string | string[]>): Promise<string> {
  const answer = await server.get(query(parameters));
  assert.equal(answer.status, 400, answer.text);
  assert.equal(answer.json.code, 'invalid-parameter');
  return answer.json.detail;
}

test('products are filtered by ranges of the times of creation and of the last change', async () => {
  assert.equal(await ids({ updatedBefore: '2026-02-01T00:00:00Z' }), 'a');
  assert.equal(await ids({ createdSince: '2026-01-01T00:00:00Z', createdBefore: '2026-02-01T00:00:00Z' }), 'b');
  assert.equal(await ids({ createdSince: '2026-01-01T00:00:00Z', updatedSince: '2026-02-01T00:00:00Z' }), 'E b c d');
});

describe('filters', () => {
  test('each filter finds exactly its products, and several filters are combined with and', async () => {
    assert.equal(await ids({}), 'E a b c d');
    assert.equal(await ids({ family: 'pens' }), 'a b');
    assert.equal(await ids({ category: 'office' }), 'a d');
    assert.equal(await ids({ family: 'pens', category: 'office' }), 'a');
    assert.equal(await ids({ updatedSince: '2026-02-01T00:00:00Z' }), 'E b c d');
    assert.equal(await ids({ updatedSince: '0000-01-01T00:00:00Z' }), 'E a b c d');
    assert.equal(await ids({ productId: ['d', 'a', 'unknown'] }), 'a d');
    assert.equal(await ids({ productId: 'zz' }), '');
    assert.equal(
      await ids({ productId: [...Array.from({ length: 999 }, (_, index) => `40063813${10_000 + index}`), 'b'] }),
      'b',
    );
  });

  test('a text is found in id or name in any letter case, and wildcards in it are literal', async () => {
    assert.equal(await ids({ text: 'PEN' }), 'a b');
    assert.equal(await ids({ text: 'e' }), 'E a b c');
    assert.equal(await ids({ text: 'öL' }), 'c');
    assert.equal(await ids({ text: '%' }), 'c');
    assert.equal(await ids({ text: '_' }), 'c');
    assert.equal(await ids({ text: '\\' }), '');
  });

  test('a condition tests for equal, contained, empty or present', async () => {
    assert.equal(await ids({ where: 'color=red' }), 'a');
    assert.equal(await ids({ where: 'color=blue' }), '');
    assert.equal(await ids({ where: 'color~BLU' }), 'b');
    assert.equal(await ids({ where: 'color~%' }), '');
    assert.equal(await ids({ where: 'color!' }), 'E c d');
    assert.equal(await ids({ where: 'color*' }), 'a b');
    assert.equal(await ids({ where: ['color*', 'tags=x'] }), 'a');
  });

  test('any member of a list and any row of a composite may match, at any depth, by name or id', async () => {
    assert.equal(await ids({ where: 'tags=y' }), 'a b');
    assert.equal(await ids({ where: 'tags~X' }), 'a');
    assert.equal(await ids({ where: 'price/currency=EUR' }), 'c');
    assert.equal(await ids({ where: 'Price/Currency today=USD' }), 'c');
    assert.equal(await ids({ where: 'price/price.currency~us' }), 'c');
    assert.equal(await ids({ where: 'price/tiers/from=10' }), 'c');
    assert.equal(await ids({ where: 'price/tiers/from=1' }), '');
    assert.equal(await ids({ where: 'price*' }), 'c');
    assert.equal(await ids({ where: 'price/tiers!' }), 'E a b d');
  });

  test('reserved fields can be used in conditions like attributes', async () => {
    assert.equal(await ids({ where: 'PRIMARY_ASSET!' }), 'E b c d');
    assert.equal(await ids({ where: '__name~pen' }), 'a b');
    assert.equal(await ids({ where: '__FAMILY=pens' }), 'a b');
    assert.equal(await ids({ where: '__ID=E' }), 'E');
    assert.equal(await ids({ where: 'PACKAGING*' }), 'E');
    assert.equal(await ids({ where: 'PACKAGING!' }), 'a b c d');
    assert.equal(await ids({ where: 'PACKAGING/__ID=a' }), 'E');
    assert.equal(await ids({ where: 'PACKAGING/QUANTITY=10.50' }), 'E');
  });

  test('names with quotes, backslashes, operators, digits or keywords are ordinary names', async () => {
    assert.equal(await ids({ where: 'constructor=toString' }), 'b');
    assert.equal(await ids({ where: 'constructor!' }), 'E a c d');
    assert.equal(await ids({ where: '123=n' }), 'c');
    assert.equal(await ids({ where: 'a "quoted" \\ back$slash=a "v" \\ $wanted' }), 'd');
    assert.equal(await ids({ where: 'a "quoted" \\ back$slash~\\' }), 'd');
    assert.equal(await ids({ where: 'a%2Fb%3Dc%7Ed%21e%2af%25g=odd=~!*' }), 'd');
    assert.equal(await ids({ where: 'Gro\u0308\u00dfe~äö' }), 'd');
  });

  test('an invalid condition is refused with a reason', async () => {
    assert.match(await refusal({ where: 'unknown=1' }), /unknown attribute "unknown"/);
    assert.match(await refusal({ where: 'twin=1' }), /several attributes/);
    assert.match(await refusal({ where: 'color' }), /, not "color"\./);
    assert.match(await refusal({ where: '=x' }), /must be an attribute/);
    assert.match(await refusal({ where: 'price=1' }), /composite "Price" itself/);
    assert.match(await refusal({ where: 'price/weight=1' }), /does not have/);
    assert.match(await refusal({ where: 'color/x=1' }), /not a composite/);
    assert.match(await refusal({ where: '__proto__=1' }), /unknown attribute/);
    assert.match(await refusal({ where: 'PACKAGING=1' }), /PACKAGING itself/);
    assert.match(await refusal({ fields: 'color,nope' }), /"nope"/);
    assert.match(await refusal({ limit: '0' }), /limit/);
    assert.match(await refusal({ startingAfter: 'not a cursor' }), /startingAfter/);
    assert.match(await refusal({ productId: Array.from({ length: 1001 }, () => '1') }), /1,000/);
    for (const name of ['text', 'family', 'category', 'where', 'productId']) await refusal({ [name]: 'color=\u0000' });
  });
});

describe('shape', () => {
  test('a product is printed in the order of the definitions, digits-only names included, and every digit of a quantity stays', async () => {
    const c = await server.get('/c');
    assert.equal(
      c.text.slice(c.text.indexOf('"product":')),
      '"product":{"__ID":"c","__NAME":"100% Öl_farbe","first":"1","price":[{"amount":"10.50","Currency today":"EUR"},{"amount":"12","Currency today":"USD","tiers":[{"from":["5","10"]}]}],"123":"n","0":"zero"}}',
    );
    const e = await server.get('/E');
    assert.match(e.text, /"PACKAGING":\[\{"__ID":"a","QUANTITY":10\.50\}\]/);
    assert.equal(e.type, 'application/json; charset=utf-8');
    assert.equal(e.json.revision, 1);
    assert.ok(!Number.isNaN(Date.parse(e.json.created)));
  });

  test('quantities that are no JSON numbers keep their value', async () => {
    const quantities = ['007', '+1.0', '.5', '5.', '1e2', '0.10', 'many'];
    await server.insert(
      [{ id: 'q', packaging: quantities.map((quantity, index) => ({ __ID: `q${index}`, QUANTITY: quantity })) }],
      'other',
    );
    const answer = await server.call('GET', '/api/products/v1/products/q', server.otherKey.secret);
    const printed = [...answer.text.matchAll(/"QUANTITY":([^}]*)\}/g)].map((match) => match[1]);
    assert.deepEqual(printed, ['7', '1.0', '0.5', '5', '1e2', '0.10', '"many"']);
  });

  test('fields restricts a product to some attributes besides its id', async () => {
    const print = async (id: string, fields: string | string[]) => {
      const { text } = await server.get(`${idPath(id)}${query({ fields })}`);
      return text.slice(text.indexOf('"product":') + 10, -1);
    };
    assert.equal(await print('a', 'color,__name'), '{"__ID":"a","__NAME":"Red Pen","color":"red"}');
    assert.equal(await print('a', ['tags', 'PRIMARY_ASSET']), '{"__ID":"a","PRIMARY_ASSET":"img1","tags":["x","y"]}');
    assert.equal(await print('d', 'with, comma'), '{"__ID":"d","with, comma":"w"}');
    assert.equal(await print('c', 'first'), '{"__ID":"c","first":"1"}');
    assert.equal((await server.get(`/a${query({ fields: 'nope' })}`)).status, 400);
  });

  test('a value without a definition is still printed', async () => {
    await server.insert([{ id: 'new', values: { 'made meanwhile': 'v', rows: [{ a: '1' }] } }], 'other');
    const answer = await server.call('GET', '/api/products/v1/products/new', server.otherKey.secret);
    assert.deepEqual(answer.json.product, { __ID: 'new', 'made meanwhile': 'v', rows: [{ a: '1' }] });
  });

  test('count returns the number of all matching products', async () => {
    const answer = await server.get(query({ family: 'pens', limit: '1', count: 'true' }));
    const { countedAt, ...page } = answer.json;
    assert.ok(Date.parse(countedAt) <= Date.now());
    assert.deepEqual({ ...page, products: page.products.length }, { products: 1, hasMore: true, next: 'YQ', count: 2 });
  });
});

describe('ids', () => {
  test('any id can be read by its path', async () => {
    const odd = [
      'a/b%2F ü',
      '..',
      '.',
      ' ',
      '%',
      '%25',
      'a?b#c',
      'a+b',
      '日本語',
      'export/history',
      "'; drop table product; --",
      '\\',
      '🙂'.repeat(200),
    ];
    await server.insert(
      odd.map((id) => ({ id, name: `name of ${id}` })),
      'other',
    );
    for (const id of odd) {
      const answer = await server.call('GET', `/api/products/v1/products${idPath(id)}`, server.otherKey.secret);
      assert.equal(answer.status, 200, `${id}: ${answer.text}`);
      assert.equal(answer.json.product.__ID, id);
      assert.equal(
        (await server.call('GET', `/api/products/v1/products${idPath(id)}/history`, server.otherKey.secret)).status,
        200,
        id,
      );
    }
  });

  test('an id is found in any normal form', async () => {
    await server.insert([{ id: '\u00fc' }], 'other');
    const answer = await server.call(
      'GET',
      `/api/products/v1/products/${encodeURIComponent('u\u0308')}`,
      server.otherKey.secret,
    );
    assert.equal(answer.json.productId, '\u00fc');
  });

  test('a product whose id is "export" is reachable by the filter', async () => {
    await server.insert([{ id: 'export' }], 'other');
    const answer = await server.call('GET', '/api/products/v1/products?productId=export', server.otherKey.secret);
    assert.equal(answer.json.products[0].productId, 'export');
    assert.equal(
      (await server.call('GET', '/api/products/v1/products/export/history', server.otherKey.secret)).status,
      200,
    );
  });

  test('an id that does not exist, belongs to another client or is invalid is answered with 404', async () => {
    for (const id of ['nope', 'zz', '\u0000', 'x'.repeat(300), 'tab\t']) {
      for (const path of [idPath(id), `${idPath(id)}/history`, `${idPath(id)}/packaging`]) {
        const answer = await server.get(path);
        assert.equal(answer.status, 404, `${path} ${answer.text}`);
        assert.equal(answer.json.code, 'unknown-product');
      }
      assert.equal((await server.call('DELETE', `/api/products/v1/products${idPath(id)}`)).status, 404);
    }
  });

  test('a key without the scope is refused', async () => {
    assert.equal((await server.call('GET', '/api/products/v1/products', 'wrong')).status, 401);
  });
});
