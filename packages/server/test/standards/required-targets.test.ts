import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ask, type GatewayWorld, startGatewayWorld } from '../channels/gateway-world.ts';
import { publishStandard } from '../readiness/readiness-world.ts';
import type { TestCaller } from '../test-service.ts';

let world: GatewayWorld;
let client: TestCaller;
const path = '/api/channels/v1/channels/shop/mapping';
const text = { id: 'string' as const };

before(async () => {
  world = await startGatewayWorld();
  const adapter = await world.adapter('shop');
  const attribute = (id: string) => ({ id, name: id, type: text, appliesTo: 'linked' as const });
  await publishStandard(adapter, 'shop', {
    attributes: [
      { id: 'id', name: 'id', type: text, requirement: 'required' },
      ...['size', 'voltage', 'isbn'].map(attribute),
    ],
    categories: [
      { id: 'clothing', name: 'Clothing', attributeLinks: [{ id: 'size', requirement: 'required' }] },
      { id: 'shirts', name: 'Shirts', parentId: 'clothing' },
      {
        id: 'scarves',
        name: 'Scarves',
        parentId: 'clothing',
        attributeLinks: [{ id: 'size', requirement: 'optional' }],
      },
      { id: 'lamps', name: 'Lamps', attributeLinks: [{ id: 'voltage', requirement: 'required' }] },
      { id: 'books', name: 'Books', attributeLinks: [{ id: 'isbn', requirement: 'required' }] },
    ],
  });
  client = await world.service.client('checks');
});
after(() => world[Symbol.asyncDispose]());

const format = 'pimento-mapping/1';
async function unmapped(mapping?: object): Promise<string[]> {
  const { unmappedRequired } = await ask(client, 'POST', `${path}/check`, mapping ? { mapping } : {});
  return unmappedRequired.map(({ target }: { target: string }) => target);
}

test('without category rules, targets that are required in any category are reported', async () => {
  assert.deepEqual(await unmapped({ format }), ['id', 'size', 'voltage', 'isbn']);
});

test('with category rules, only those count that products can be assigned to; the nearest requirement applies', async () => {
  const rule = (category: string) => ({ format, category: { rules: [{ when: 'true', category }] } });
  assert.deepEqual(await unmapped(rule('shirts')), ['id', 'size']);
  assert.deepEqual(await unmapped(rule('scarves')), ['id']);
  assert.deepEqual(await unmapped({ format, category: { otherwise: 'lamps' } }), ['id', 'voltage']);
});

test('value maps of category rules count with their entries, sent and stored ones', async () => {
  const mapping = {
    format,
    category: { rules: [{ map: 'categories', from: '__CATEGORY' }] },
    maps: { categories: { entries: { a: 'books', b: 'lamps' } }, others: { entries: { c: 'shirts' } } },
  };
  assert.deepEqual(await unmapped(mapping), ['id', 'voltage', 'isbn']);
  await ask(client, 'PUT', path, mapping);
  assert.deepEqual(await unmapped(), ['id', 'voltage', 'isbn']);
  await ask(client, 'PATCH', `${path}/maps/categories`, { entries: { a: null } });
  assert.deepEqual(await unmapped(), ['id', 'voltage']);
});
