import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { type AssetServer, startAssetServer } from './asset-server.ts';

let server: AssetServer;
before(async () => {
  server = await startAssetServer();
});
after(() => server[Symbol.asyncDispose]());

test('a claimed download counts as waiting until it is started, in lists of assets and of products', async () => {
  await server.acme.importProducts([
    { __ID: 'claimed', picture: 'claimed.png' },
    { __ID: 'started', picture: 'started.png' },
    { __ID: 'upload', picture: 'upload.png' },
  ]);
  // simulates a process that has claimed two downloads and started only one of them
  await sql`
    update asset
    set
      status = 'DOWNLOADING', owner = gen_random_uuid(), heartbeat_at = now(),
      due_at = case when asset.asset_id = 'claimed.png' then now() end
    where asset.asset_id in ('claimed.png', 'started.png')`.execute(server.service.database);
  const found = async (states: string) => {
    const query = states.split(',').map((state) => `assetState=${state}`);
    const { body } = await server.acme.call('GET', `/api/products/v1/products?count=true&${query.join('&')}`);
    const ids = body.products.map(({ productId }: { productId: string }) => productId);
    assert.equal(body.count, ids.length);
    return ids;
  };
  assert.deepEqual(await found('DOWNLOADING'), ['started']);
  assert.deepEqual(await found('WAITING_FOR_DOWNLOAD'), ['claimed']);
  assert.deepEqual(await found('DOWNLOADING,WAITING_FOR_DOWNLOAD'), ['claimed', 'started']);
  assert.deepEqual(await found('READY,WAITING_FOR_UPLOAD'), ['upload']);
  const { body } = await server.acme.call('GET', '/api/asset/v1/assets?status=DOWNLOADING');
  assert.deepEqual(
    body.assets.map(({ id }: { id: string }) => id),
    ['started.png'],
  );
});
