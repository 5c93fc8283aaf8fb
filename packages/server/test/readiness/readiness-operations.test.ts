import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { clientIdOf, transaction } from '../../src/platform/index.ts';
import { lockClientEvaluations } from '../../src/readiness/evaluations/change-store.ts';
import { ask, type GatewayWorld, send, startGatewayWorld } from '../channels/gateway-world.ts';
import type { TestCaller } from '../test-service.ts';
import { publishMapping, publishStandard } from './readiness-world.ts';

const base = '/api/channels/v1/channels/shop/readiness';
const text = { id: 'string' as const };
const standard = {
  attributes: [
    {
      id: 'title',
      name: 'Title',
      type: text,
      requirement: 'required' as const,
      restriction: { parameters: { maxLength: 10 } },
    },
    { id: 'brand', name: 'Brand', type: text, requirement: 'recommended' as const },
    { id: 'sku', name: 'SKU', type: text, requirement: 'required' as const, defaultFormula: '__ID' },
  ],
  categories: [{ id: 'pens', name: 'Pens', parentId: null }],
  rules: [{ id: 'plain', forbid: ['brand'], when: 'title = "plain"', message: 'Plain products have no brand.' }],
};
const mapping = {
  category: { otherwise: 'pens' },
  targets: [
    { target: 'title', value: 'join(" ", title, __NAME)' },
    { target: 'brand', value: 'brand', map: 'brands' },
  ],
  maps: { brands: { entries: { acme: 'Acme' } } },
};

let world: GatewayWorld;
let adapter: TestCaller;
let client: TestCaller;

before(async () => {
  world = await startGatewayWorld();
  adapter = await world.adapter('shop');
  client = await world.service.client('operations');
  await client.define([
    { id: 'title', name: 'title', type: text },
    { id: 'brand', name: 'brand', type: text },
  ]);
});
after(() => world[Symbol.asyncDispose]());

const drain = async () => {
  await world.service.searchIndexing.drain();
  await world.service.evaluations.drain();
};

async function idsOf(query: string): Promise<string[]> {
  const { products } = await ask(client, 'GET', `${base}/products${query}`);
  return products.map(({ productId }: { productId: string }) => productId);
}

/** Returns the ids of the products that the query parameter `readiness` of the product list selects. */
async function filteredIds(outcome: string): Promise<string[]> {
  const { products } = await ask(client, 'GET', `/api/products/v1/products?readiness=shop:${outcome}`);
  return products.map(({ productId }: { productId: string }) => productId);
}

test('a channel without a connection has no readiness, and without a mapping every product is unmapped', async () => {
  await ask(client, 'GET', base, undefined, 404);
  await world.connect(client, adapter, 'shop');
  await publishStandard(adapter, 'shop', standard);
  await client.importProducts([
    { __ID: 'a', title: 'A', brand: 'acme' },
    { __ID: 'b' },
    { __ID: 'c', title: 'longer than ten' },
    { __ID: 'p', title: 'plain', brand: 'acme' },
  ]);
  await drain();
  const readiness = await ask(client, 'GET', base);
  assert.deepEqual([readiness.standardVersion, readiness.mappingVersion, readiness.outcomes.unmapped], [1, null, 4]);
  assert.deepEqual(await idsOf('?outcome=unmapped'), ['a', 'b', 'c', 'p']);
  assert.deepEqual(await idsOf('?outcome=unmapped&limit=2'), ['a', 'b']);
  assert.deepEqual(await idsOf(''), ['a', 'b', 'c', 'p']);
  assert.deepEqual(await idsOf('?outcome=ready'), []);
  assert.deepEqual(await idsOf('?code=too-long'), []);
  assert.deepEqual(await filteredIds('unmapped'), ['a', 'b', 'c', 'p']);
  const [unmapped] = (await ask(client, 'GET', `${base}/products`)).products;
  assert.deepEqual([unmapped.outcome, unmapped.problems], ['unmapped', []]);
  const refused = await send(client, 'GET', `${base}/products/a`);
  assert.deepEqual([refused.status, refused.body.code], [409, 'mapping-not-published']);
  const refresh = await send(client, 'POST', `${base}/refresh`, {});
  assert.equal(refresh.status, 409);
  const override = await send(client, 'PUT', `${base}/products/a/overrides`, { values: { title: 'x' } });
  assert.equal(override.status, 409);
  assert.deepEqual((await ask(client, 'GET', `${base}/overrides`)).overrides, []);
});

test('the overview counts products by outcome, category and problem', async () => {
  await publishMapping(world, client, 'shop', mapping);
  await drain();
  const { outcomes, pending, pass, categories, problems } = await ask(client, 'GET', base);
  assert.deepEqual(outcomes, { ready: 1, incomplete: 1, invalid: 2, unmapped: 0 });
  assert.deepEqual([pending, pass, categories], [0, null, [{ categoryId: 'pens', name: 'Pens', products: 4 }]]);
  assert.deepEqual(problems, [
    { target: 'brand', code: 'recommended-missing', level: 'warning', products: 2 },
    { target: 'brand', code: 'must-be-empty', level: 'error', products: 1 },
    { target: 'title', code: 'required-missing', level: 'error', products: 1 },
    { target: 'title', code: 'too-long', level: 'error', products: 1 },
  ]);
});

test('lists and filters have the same outcomes while evaluations are outdated', async () => {
  const { database } = world.service;
  await transaction(database, async (opened) => {
    await lockClientEvaluations(opened, clientIdOf(client.clientId));
    await sql`insert into ruleset_change (client_id, channel_id) values (${client.clientId}, 'shop')`.execute(database);
    for (const outcome of ['ready', 'incomplete', 'invalid', 'unmapped']) {
      assert.deepEqual(await idsOf(`?outcome=${outcome}`), [], outcome);
      assert.deepEqual(await filteredIds(outcome), [], outcome);
    }
    assert.deepEqual(await filteredIds('checking'), ['a', 'b', 'c', 'p']);
    assert.deepEqual(await idsOf('?outcome=checking'), ['a', 'b', 'c', 'p']);
    assert.deepEqual(await idsOf('?outcome=checking&code=too-long'), ['c']);
    assert.deepEqual(await idsOf('?code=too-long'), ['c']);
  });
  await drain();
  assert.deepEqual(await idsOf('?outcome=checking'), []);
  assert.deepEqual(await idsOf('?outcome=ready'), ['a']);
});

test('products are listed by outcome, target, code and category, page by page', async () => {
  assert.deepEqual(await idsOf(''), ['a', 'b', 'c', 'p']);
  assert.deepEqual(await idsOf('?outcome=invalid'), ['c', 'p']);
  assert.deepEqual(await idsOf('?target=brand'), ['b', 'c', 'p']);
  assert.deepEqual(await idsOf('?target=brand&code=recommended-missing'), ['b', 'c']);
  assert.deepEqual(await idsOf('?code=unheard-of'), []);
  assert.deepEqual(await idsOf('?category=pens&outcome=ready'), ['a']);
  assert.deepEqual(await idsOf('?category=none'), []);
  const first = await ask(client, 'GET', `${base}/products?limit=3`);
  assert.equal(first.hasMore, true);
  assert.deepEqual(await idsOf(`?limit=3&startingAfter=${first.next}`), ['p']);
  await ask(client, 'GET', `${base}/products?startingAfter=x`, undefined, 400);
});

test("a listed problem has the standard's sentence, then ours", async () => {
  const { products } = await ask(client, 'GET', `${base}/products?target=brand&code=must-be-empty`);
  assert.deepEqual(products[0], {
    productId: 'p',
    name: null,
    outcome: 'invalid',
    categoryId: 'pens',
    required: 2,
    filled: 2,
    recommended: 1,
    recommendedFilled: 1,
    percentageOfRequiredAttributes: 100,
    errors: 1,
    warnings: 0,
    problemCount: 1,
    problems: [
      {
        level: 'error',
        code: 'must-be-empty',
        target: 'brand',
        explanation: 'Plain products have no brand.',
        message: 'Plain products have no brand. "Brand" must be empty here.',
        params: { attribute: 'Brand' },
      },
    ],
  });
});

test('one product shows the source, formula, attributes and value of each target', async () => {
  const product = await ask(client, 'GET', `${base}/products/a`);
  assert.equal(product.outcome, 'ready');
  assert.deepEqual(product.shape, { title: 'A', brand: 'Acme', sku: 'a' });
  assert.deepEqual(product.categoryPath, ['Pens']);
  assert.deepEqual(
    product.targets.map(
      ({ problems: _, name: _name, type: _type, multiValue: _multiValue, ...target }: Record<string, unknown>) =>
        target,
    ),
    [
      {
        target: 'title',
        level: 'required',
        source: 'mapping',
        formula: 'join(" ", title, __NAME)',
        attributes: ['title', '__NAME'],
        value: 'A',
      },
      {
        target: 'brand',
        level: 'recommended',
        source: 'mapping',
        formula: 'brand',
        attributes: ['brand'],
        value: 'Acme',
      },
      { target: 'sku', level: 'required', source: 'standard', formula: '__ID', attributes: ['__ID'], value: 'a' },
    ],
  );
  assert.deepEqual(product.categoryReason, { from: 'otherwise', rule: null });
  await ask(client, 'GET', `${base}/products/none`, undefined, 404);
});

test('a problem with a length has the length that was found, and one of a list the channel and its number of values', async () => {
  const long = await ask(client, 'GET', `${base}/products/c`);
  assert.equal(long.problems[0].message, '"Title" has 15 characters; 10 are allowed. "| truncate(10)" shortens it.');
  const { products } = await ask(client, 'GET', `${base}/products?code=required-missing`);
  assert.equal(products[0].problems[0].message, '"Title" is required by shop and has no value.');
  const other = await world.adapter('colors');
  const painter = await world.service.client('painter');
  await painter.define([{ id: 'color', name: 'color', type: text }]);
  await world.connect(painter, other, 'colors');
  const listed = (id: string) => ({ id, name: id, type: text, restriction: { valueList: 'colors' } });
  await publishStandard(other, 'colors', {
    valueLists: [{ id: 'colors', values: [{ value: 'Blue' }, { value: 'Red' }] }],
    attributes: [
      listed('plain'),
      listed('mapped'),
      { id: 'own', name: 'own', type: text, restriction: { listOfValues: [{ value: 'Blue' }] } },
    ],
  });
  const target = (name: string) => ({ target: name, value: 'color' });
  await publishMapping(world, painter, 'colors', {
    targets: [target('plain'), { ...target('mapped'), map: 'colors' }, target('own')],
    maps: { colors: { entries: { navy: 'Blue' } } },
  });
  await painter.importProducts([{ __ID: 'a', color: 'Navy' }]);
  await drain();
  const { problems } = await ask(painter, 'GET', '/api/channels/v1/channels/colors/readiness/products/a');
  assert.deepEqual(problems.map(({ message }: { message: string }) => message).sort(), [
    '"Navy" is not a value of "mapped" on colors (2 allowed). Map it.',
    '"Navy" is not a value of "own" on colors (1 allowed). Map it.',
    '"Navy" is not a value of "plain" on colors (2 allowed). Map it.',
  ]);
});

test('an override replaces the formula, is listed, becomes outdated with the product, and can be removed', async () => {
  const set = await ask(client, 'PUT', `${base}/products/b/overrides`, {
    values: { title: 'Manual' },
    category: 'pens',
  });
  assert.deepEqual([set.outcome, set.shape.title], ['ready', 'Manual']);
  assert.deepEqual([set.targets[0].source, set.targets[0].override], ['override', 'Manual']);
  assert.deepEqual([set.categoryReason, set.categoryOverride], [{ from: 'override', rule: null }, 'pens']);
  await drain();
  assert.deepEqual((await ask(client, 'GET', base)).outcomes, { ready: 2, incomplete: 0, invalid: 2, unmapped: 0 });
  await client.importProducts([{ __ID: 'b', brand: 'acme' }]);
  const { overrides } = await ask(client, 'GET', `${base}/overrides`);
  const shown = overrides.map(({ productId, target, value, isOutdated }: Record<string, unknown>) => [
    productId,
    target,
    value,
    isOutdated,
  ]);
  assert.deepEqual(shown, [
    ['b', null, 'pens', true],
    ['b', 'title', 'Manual', true],
  ]);
  const { problems } = await ask(client, 'GET', `${base}/products/b`);
  assert.equal(problems[0].code, 'override-outdated');
  const first = await ask(client, 'GET', `${base}/overrides?limit=1`);
  assert.equal(
    (await ask(client, 'GET', `${base}/overrides?startingAfter=${first.next}`)).overrides[0].target,
    'title',
  );
  await ask(client, 'PUT', `${base}/products/b/overrides`, { values: { title: null }, category: null });
  assert.deepEqual((await ask(client, 'GET', `${base}/overrides`)).overrides, []);
});

test('a preview of a submit counts products by what would happen, with the most frequent errors', async () => {
  await drain();
  const path = '/api/submit/v1/channels/shop/preview';
  const preview = await ask(client, 'POST', path, { filter: {} });
  assert.deepEqual(preview, {
    products: 4,
    ready: 1,
    unchanged: 0,
    checking: 0,
    held: 0,
    notReady: 3,
    reasons: [
      { target: 'brand', code: 'must-be-empty', products: 1 },
      { target: 'title', code: 'required-missing', products: 1 },
      { target: 'title', code: 'too-long', products: 1 },
    ],
    submitsNotReady: true, // this connection is not gated
    mayAllowInvalid: false,
  });
  await ask(client, 'POST', '/api/channels/v1/channels/shop/products', { productIds: ['a', 'c'] });
  await ask(client, 'POST', '/api/channels/v1/channels/shop/products/hold', { productIds: ['a'], isHeld: true });
  const some = await ask(client, 'POST', path, { productIds: ['a', 'c', 'none'] });
  assert.deepEqual([some.products, some.ready, some.held, some.notReady], [2, 0, 1, 1]);
  assert.deepEqual(some.reasons, [{ target: 'title', code: 'too-long', products: 1 }]);
  await ask(client, 'POST', '/api/channels/v1/channels/shop/products/hold', { productIds: ['a'], isHeld: false });
  const plain = await world.adapter('plain');
  await world.connect(client, plain, 'plain');
  const refused = await send(client, 'POST', '/api/submit/v1/channels/plain/preview', { filter: {} });
  assert.deepEqual([refused.status, refused.body.code], [404, 'unknown-standard']);
});

test('a member named __proto__ is refused where the schema would drop it', async () => {
  const values: unknown = JSON.parse('{"__proto__": "x"}');
  const { status, body } = await send(client, 'PUT', `${base}/products/a/overrides`, { values });
  assert.deepEqual([status, body.code, body.errors[0].path], [400, 'invalid-body', '/values']);
  assert.match(body.errors[0].message, /__proto__/);
  const mapped = { format: 'pimento-mapping/1', maps: JSON.parse('{"__proto__": {"entries": {"a": "b"}}}') as unknown };
  const refused = await send(client, 'PUT', '/api/channels/v1/channels/shop/mapping', mapped);
  assert.deepEqual([refused.status, refused.body.code, refused.body.errors[0].path], [400, 'invalid-body', '/maps']);
});

test('an override of an unknown target or category is refused, and nothing is stored', async () => {
  const body = { values: { title: 'x', nothing: 'y' }, category: 'none' };
  const refused = await send(client, 'PUT', `${base}/products/a/overrides`, body);
  assert.equal(refused.status, 422);
  assert.deepEqual(
    refused.body.errors.map(({ path, code }: Record<string, unknown>) => [path, code]),
    [
      ['/values/nothing', 'unknown-target'],
      ['/category', 'unknown-category'],
    ],
  );
  assert.deepEqual((await ask(client, 'GET', `${base}/overrides`)).overrides, []);
  await ask(client, 'PUT', `${base}/products/none/overrides`, { values: {} }, 404);
});

test('a product that changed, and every product after a changed mapping, is checking until it is evaluated', async () => {
  await drain();
  const { database } = world.service;
  const outcomeOf = async () => {
    const { products } = await ask(client, 'GET', `${base}/products`);
    return products.map(
      ({ productId, outcome, problems }: { productId: string; outcome: string; problems: unknown[] }) => [
        productId,
        outcome,
        problems.length,
      ],
    );
  };
  const before = await outcomeOf();
  assert.ok(before.every(([, outcome]: string[]) => outcome !== 'checking'));
  // A lock on a row keeps the background work from evaluating products.
  await database.transaction().execute(async (held) => {
    await sql`select from evaluation_state where client_id = ${client.clientId} and channel_id = '' for update`.execute(
      held,
    );
    await client.importProducts([{ __ID: 'a', title: 'changed' }]);
    assert.deepEqual(
      await outcomeOf(),
      before.map((row: unknown[]) => (row[0] === 'a' ? ['a', 'checking', 0] : row)),
    );
    await sql`insert into ruleset_change (client_id, channel_id) values (${client.clientId}, 'shop')`.execute(database);
    assert.ok((await outcomeOf()).every(([, outcome]: string[]) => outcome === 'checking'));
    assert.equal((await ask(client, 'GET', base)).pending, 4);
  });
  await drain();
  assert.ok((await outcomeOf()).every(([, outcome]: string[]) => outcome !== 'checking'));
});

test('a deleted product ends no list before its evaluation is deleted', async () => {
  await client.importProducts([{ __ID: '0', title: 'first' }]);
  await drain();
  await world.service.database.transaction().execute(async (held) => {
    await sql`select from evaluation_state where client_id = ${client.clientId} and channel_id = '' for update`.execute(
      held,
    );
    await client.call('DELETE', '/api/products/v1/products/0');
    const first = await ask(client, 'GET', `${base}/products?limit=1`);
    assert.deepEqual([first.products, first.hasMore], [[], true]);
    const second = await ask(client, 'GET', `${base}/products?limit=1&startingAfter=${first.next}`);
    assert.equal(second.products[0].productId, 'a');
  });
  await drain();
  assert.equal((await ask(client, 'GET', `${base}/products`)).products[0].productId, 'a');
});

test('a refresh evaluates all products again and changes nothing that is right', async () => {
  const before = await ask(client, 'GET', `${base}/products`);
  const started = await ask(client, 'POST', `${base}/refresh`, {}, 202);
  assert.equal(started.rulesetNo, (await ask(client, 'GET', base)).rulesetNo);
  await drain();
  assert.deepEqual(await ask(client, 'GET', `${base}/products`), before);
});

test('another client sees nothing of it', async () => {
  const other = await world.service.client('stranger');
  await world.connect(other, adapter, 'shop');
  assert.deepEqual((await ask(other, 'GET', `${base}/products`)).products, []);
  await ask(other, 'GET', `${base}/products/a`, undefined, 409);
  await ask(other, 'PUT', `${base}/products/a/overrides`, { values: { title: 'x' } }, 404);
});
