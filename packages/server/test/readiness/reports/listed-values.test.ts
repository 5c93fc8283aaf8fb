import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TargetValue } from '@pimento/contract';
import { ask, send, type GatewayWorld, startGatewayWorld } from '../../channels/gateway-world.ts';
import type { TestCaller } from '../../test-service.ts';
import { publishMapping, publishStandard } from '../readiness-world.ts';

const base = '/api/channels/v1/channels/shop/readiness';
const text = { id: 'string' as const };
let world: GatewayWorld;
let client: TestCaller;

before(async () => {
  world = await startGatewayWorld();
  const adapter = await world.adapter('shop');
  client = await world.service.client('values');
  await client.define([
    { id: 'title', name: 'title', type: text },
    { id: 'brand', name: 'brand', type: text },
  ]);
  await publishStandard(adapter, 'shop', {
    attributes: [
      {
        id: 'title',
        name: 'Title',
        type: text,
        requirement: 'required',
        restriction: { parameters: { maxLength: 10 } },
      },
      { id: 'brand', name: 'Brand', type: text, requirement: 'recommended' },
    ],
    rules: [{ id: 'plain', forbid: ['brand'], when: 'title = "plain"' }],
  });
  await world.connect(client, adapter, 'shop');
  await publishMapping(world, client, 'shop', {
    targets: [
      { target: 'title', value: 'join(" ", title, __NAME)' },
      { target: 'brand', value: 'brand', map: 'brands' },
    ],
    maps: { brands: { entries: { acme: 'Acme' } } },
  });
  await client.importProducts([
    { __ID: 'a', title: 'A', brand: 'acme' },
    { __ID: 'b' },
    { __ID: 'c', title: 'longer than ten' },
    { __ID: 'p', title: 'plain', brand: 'acme' },
  ]);
  await world.service.evaluations.drain();
});
after(() => world[Symbol.asyncDispose]());

test('a list has the values of the requested targets, with the problems of each value and the attributes behind it', async () => {
  const list = (query: string) => ask(client, 'GET', `${base}/products?${query}`);
  const { products } = await list('values=brand&values=title');
  const shown = products.map(({ productId, values }: { productId: string; values: TargetValue[] }) => [
    productId,
    ...values.map(({ target, value, problems }) => [
      target,
      value,
      ...problems.map(({ code, uses }) => `${code} ${uses?.join()}`),
    ]),
  ]);
  assert.deepEqual(shown, [
    ['a', ['brand', 'Acme'], ['title', 'A']],
    ['b', ['brand', undefined, 'recommended-missing brand'], ['title', undefined, 'required-missing title,__NAME']],
    ['c', ['brand', undefined, 'recommended-missing brand'], ['title', 'longer than ten', 'too-long title,__NAME']],
    ['p', ['brand', 'Acme', 'must-be-empty brand'], ['title', 'plain']],
  ]);
  const first = await list('values=title&limit=1&outcome=invalid');
  const second = await list(`values=title&limit=1&outcome=invalid&startingAfter=${first.next}`);
  assert.deepEqual([second.products[0].values[0].value, second.hasMore], ['plain', false]);
  assert.equal((await list('outcome=invalid')).products[0].values, undefined);
  const repeated = await list('values=title&limit=1&values=title');
  assert.deepEqual(repeated.products[0].values.length, 1);
  const many = await send(client, 'GET', `${base}/products?${'values=title&'.repeat(51)}`);
  assert.deepEqual([many.status, many.body.code], [400, 'invalid-parameter']);
});

test('requested targets that the channel does not have at its top level are refused, with the one that the first of them probably means', async () => {
  const refused = await send(client, 'GET', `${base}/products?values=title&values=titel&values=zzz&values=tilte`);
  assert.deepEqual([refused.status, refused.body.code, refused.body.parameter], [400, 'invalid-parameter', 'values']);
  assert.deepEqual(refused.body.params.faults, [
    { kind: 'unknown-target', name: 'titel', suggestion: 'title' },
    { kind: 'unknown-target', name: 'zzz', suggestion: null },
    { kind: 'unknown-target', name: 'tilte', suggestion: null },
  ]);
  const without = await send(client, 'GET', `${base}/products?outcome=unmapped&values=titel`);
  assert.equal(without.status, 400, 'also for an empty page');
});

test('a value has its problems also if the product has 100 others before it', async () => {
  const strict = await world.adapter('strict');
  await world.connect(client, strict, 'strict');
  const ids = Array.from({ length: 102 }, (_, n) => `t${n}`);
  const attributes = ids.map((id) => ({ id, name: id, type: text, requirement: 'required' as const }));
  await publishStandard(strict, 'strict', { attributes });
  await publishMapping(world, client, 'strict', { targets: [{ target: 't101', value: 'brand' }] });
  await world.service.evaluations.drain();
  const path = '/api/channels/v1/channels/strict/readiness/products?limit=2&values=t101&values=t0';
  const { products } = await ask(client, 'GET', path);
  const shown = products.map(({ values }: { values: TargetValue[] }) =>
    values.map(({ target, value, problems }) => [target, value, ...problems.map(({ code }) => code)]),
  );
  assert.deepEqual(shown, [
    [
      ['t101', 'acme'],
      ['t0', undefined, 'required-unmapped'],
    ],
    [
      ['t101', undefined, 'required-missing'],
      ['t0', undefined, 'required-unmapped'],
    ],
  ]);
});

test('a value that a person has set has no attributes behind it', async () => {
  await ask(client, 'PUT', `${base}/products/b/overrides`, { values: { title: 'much longer than ten' } });
  const problemsOf = async (id: string) => (await ask(client, 'GET', `${base}/products/${id}`)).problems;
  const shown = (await problemsOf('b')).map(({ code, uses }: { code: string; uses?: string[] }) => [code, uses]);
  assert.deepEqual(shown, [
    ['too-long', undefined],
    ['recommended-missing', ['brand']],
  ]);
  assert.deepEqual((await problemsOf('c'))[0].uses, ['title', '__NAME']);
  await ask(client, 'PUT', `${base}/products/b/overrides`, { values: { title: null } });
});

test('pages with values end early when the values are large, and none is left out', async () => {
  const large = await world.service.client('large');
  await large.define([{ id: 'text', name: 'text', type: text }]);
  const shop = await world.adapter('large');
  await world.connect(large, shop, 'large');
  await publishStandard(shop, 'large', { attributes: [{ id: 'title', name: 'Title', type: text }] });
  const value = `join("", ${Array.from({ length: 40 }, () => 'text').join(', ')})`;
  await publishMapping(world, large, 'large', { targets: [{ target: 'title', value }] });
  await large.importProducts(Array.from({ length: 12 }, (_, n) => ({ __ID: `p${n + 10}`, text: 'x'.repeat(25_000) })));
  await world.service.evaluations.drain();
  const found: string[] = [];
  const pages: number[] = [];
  for (let next = ''; ;) {
    const query = `values=title${next === '' ? '' : `&startingAfter=${next}`}`;
    const page = await ask(large, 'GET', `/api/channels/v1/channels/large/readiness/products?${query}`);
    for (const { productId, values } of page.products) {
      assert.equal(values[0].value.length, 1_000_000);
      found.push(productId);
    }
    pages.push(page.products.length);
    if (page.next === null) break;
    ({ next } = page);
  }
  assert.deepEqual(
    found,
    Array.from({ length: 12 }, (_, n) => `p${n + 10}`),
  );
  // On a slow machine, pages also end at the time limit.
  assert.ok((pages[0] ?? 0) < 12 && pages.every((size) => size > 0), `the pages have ${pages.join()} products`);
});
