import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { settingsFromEnvironment } from '../../../../../adapters/vendure/src/shop-settings.ts';
import { buildStandard } from '../../../../../adapters/vendure/src/shop-standard.ts';
import { ask, startGatewayWorld } from '../../channels/gateway-world.ts';
import { publishFor } from './shaped-world.ts';

const folderStandard = new URL('../../../../../adapters/folder/standard.json', import.meta.url);

test('with an empty mapping the standards of the adapters deliver what their settings name', async () => {
  await using world = await startGatewayWorld();
  const client = await world.service.client('acme');
  const text = { id: 'string' };
  await client.define([
    { id: 'net price', name: 'net price', type: { id: 'decimal' } },
    { id: 'stock', name: 'stock', type: { id: 'integer' } },
    { id: 'description', name: 'description', type: text },
    { id: 'size', name: 'size', type: text },
    { id: 'a]b', name: 'odd', type: text },
  ]);
  await client.importProducts([
    { __ID: 'S-1', __NAME: 'Shirt', __FAMILY: 'S', 'net price': '12.50', stock: '3', size: 'M' },
    { __ID: 'S-2', __CATEGORY: 'Shirts' },
  ]);
  const settings = settingsFromEnvironment({
    PIMENTO_TARGET: 'https://shop.test/admin-api',
    VENDURE_USERNAME: 'u',
    VENDURE_PASSWORD: 'p',
    VENDURE_PRICE: 'net price',
    VENDURE_OPTIONS: 'size,a]b',
  });
  const shapeOf = async (channelId: string, standard: unknown) => {
    const adapter = await world.adapter(channelId);
    await world.connect(client, adapter, channelId);
    const { warnings } = await ask(adapter, 'PUT', `/external/channels/${channelId}/standard`, standard);
    assert.deepEqual(warnings, []);
    await publishFor(client, channelId, {});
    await world.service.evaluations.drain();
    const path = `/api/submit/v1/channels/${channelId}/products`;
    const { submissionId } = await ask(client, 'POST', path, { filter: {} }, 202);
    const { products } = await ask(adapter, 'GET', `/external/submissions/${submissionId}/products?shape=channel`);
    return products.map(({ values }: { values: unknown }) => values);
  };
  const [shirt, other] = await shapeOf('vendure', buildStandard(settings, 2));
  assert.deepEqual(shirt, {
    sku: 'S-1',
    name: 'Shirt',
    family: 'S',
    price: '12.50',
    stock: '3',
    options: [
      { name: 'size', value: 'M' },
      { name: 'a]b', value: '–' },
    ],
  });
  assert.equal(other.name, 'S-2');
  const folder: unknown = JSON.parse(await readFile(folderStandard, 'utf8'));
  assert.deepEqual((await shapeOf('folder', folder))[0], { id: 'S-1', name: 'Shirt' });
});
