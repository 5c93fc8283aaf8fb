import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, startGatewayWorld } from '../../channels/gateway-world.ts';
import { publishFor, putStandard } from './shaped-world.ts';

const text = { id: 'string' };

test('the status of a product has its category, percentage and errors on a gated connection, and is as ever on others', async () => {
  await using world = await startGatewayWorld();
  const adapter = await world.adapter('shop');
  const client = await world.service.client('acme');
  await client.importProducts([
    { __ID: 'a', __NAME: 'A very long name' },
    { __ID: 'b', __NAME: 'B', __CATEGORY: 'x' },
  ]);
  await world.connect(client, adapter, 'shop');
  const products = '/api/channels/v1/channels/shop/products';
  await ask(client, 'POST', products, { productIds: ['a', 'b'] });
  const path = '/api/channels/v1/shop/status/products';
  const statusOf = async (productId: string) => {
    const {
      categoryId,
      percentageOfRequiredAttributes: percentage,
      dataErrors,
    } = await ask(client, 'GET', `${path}/${productId}`);
    return { categoryId, percentage, dataErrors };
  };
  const former = { categoryId: undefined, percentage: undefined, dataErrors: [] };
  await putStandard(adapter, 'shop', {
    attributes: [
      {
        id: 'title',
        name: 'Title',
        type: text,
        requirement: 'required',
        restriction: { parameters: { maxLength: 5 } },
      },
      { id: 'mpn', name: 'MPN', type: text, requirement: 'required' },
      { id: 'brand', name: 'Brand', type: text, requirement: 'recommended' },
    ],
    categories: [{ id: 'pens', name: 'Pens', parentId: null }],
  });
  assert.deepEqual(await statusOf('a'), former, 'older than the standard, and without a mapping');

  const mapping = {
    category: { otherwise: 'pens' },
    targets: [
      { target: 'title', value: '__NAME' },
      { target: 'mpn', value: '__CATEGORY' },
    ],
  };
  await publishFor(client, 'shop', mapping);
  await world.service.evaluations.drain();
  const ofA = await statusOf('a');
  assert.deepEqual(
    [
      ofA.categoryId,
      ofA.percentage,
      ofA.dataErrors.map((one: { attributeId: string; code: string }) => [one.attributeId, one.code]),
    ],
    [
      'pens',
      50,
      [
        ['title', 'too-long'],
        ['mpn', 'required-missing'],
      ],
    ],
  );
  assert.match(ofA.dataErrors[0].message, /"Title" has 16 characters; 5 are allowed/);
  assert.deepEqual(
    await statusOf('b'),
    { categoryId: 'pens', percentage: 100, dataErrors: [] },
    'warnings are no errors',
  );
  const changed = await ask(client, 'GET', `${path}/changed`);
  assert.deepEqual(
    changed.products.map((one: { productId: string; percentageOfRequiredAttributes: number }) => [
      one.productId,
      one.percentageOfRequiredAttributes,
    ]),
    [
      ['a', 50],
      ['b', 100],
    ],
  );
});
