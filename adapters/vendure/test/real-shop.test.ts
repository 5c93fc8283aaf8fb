import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Adapter, type Batch, type BothShapes, RetryLaterError } from '@pimento/adapter-kit';
import { verifyAdapter } from '@pimento/adapter-kit/verify';
import { settingsFromEnvironment } from '../src/shop-settings.ts';
import { createVendureAdapter } from '../src/vendure-adapter.ts';
import { countHeld, listHeld } from './shop-contents.ts';
import { installShop } from './shop-install.ts';
import { startTestShop, type TestShop } from './test-shop.ts';
import { openVendureTarget } from './vendure-target.ts';

const skip = (await installShop()) ?? false;
const context = { signal: new AbortController().signal, settle: () => Promise.resolve() };
const login = { VENDURE_USERNAME: 'pimento', VENDURE_PASSWORD: 'a long password' };

let shop: TestShop;
let adapter: Adapter<BothShapes>;

before(async () => {
  if (skip) return;
  shop = await startTestShop();
  await shop.addLogin(login.VENDURE_USERNAME, login.VENDURE_PASSWORD);
  const options = { PIMENTO_TARGET: shop.adminApi, VENDURE_OPTIONS: 'size', ...login };
  adapter = createVendureAdapter(settingsFromEnvironment(options));
});
after(() => shop?.[Symbol.asyncDispose]());

const submissionOf = (clientId: string, productCount: number): Batch['submission'] => ({
  clientId,
  channelId: 'shop',
  submissionId: 's',
  accountId: 'a',
  created: '2026-01-31T12:00:00Z',
  comment: null,
  productCount,
  batchSize: 100,
  status: 'Submitted',
});

async function withdraw(clientId: string, ...ids: string[]): Promise<void> {
  const submission = { ...submissionOf(clientId, ids.length), operation: 'withdraw' as const };
  const products = ids.map((__ID) => ({ __ID, externalId: null }));
  for (const isRepeat of [false, true]) await adapter.withdraw?.({ key: 'k', submission, products, isRepeat }, context);
}

async function deliver(clientId: string, given: Batch['products'], assets: Batch['assets'] = {}) {
  const products = given.map((product) => ({ __ID: product.__ID, product }));
  const submission = submissionOf(clientId, products.length);
  const results = await adapter.deliver({ key: 'k', submission, products, assets, isRepeat: true }, context);
  return (results ?? []).map(({ productId, status, message }) => ({ productId, status, message }));
}

/** Returns the SKUs of one client by the name of the shop product. */
async function shelves(clientId: string): Promise<Record<string, string[]>> {
  const held = (await listHeld(shop.ask)).filter((one) => one.customFields.pimentoOwner === `${clientId}/shop`);
  const byName = Map.groupBy(held, (variant) => variant.product.name);
  return Object.fromEntries([...byName].map(([name, variants]) => [name, variants.map(({ sku }) => sku).toSorted()]));
}

describe('the Vendure adapter with a real shop: products', { skip }, () => {
  it('stores each product once despite repeats, and moves it when its family changes, in both directions', async () => {
    const shirt = { __ID: 'S', __FAMILY: 'shirts', size: 'S', price: '10' };
    const other = { __ID: 'M', __FAMILY: 'shirts', size: 'M', price: '10' };
    for (let time = 1; time <= 2; time += 1) {
      const results = await deliver('mover', [shirt, other]);
      assert.deepEqual(
        results.map(({ status }) => status),
        ['Accepted', 'Accepted'],
      );
      assert.deepEqual(await shelves('mover'), { shirts: ['M', 'S'] });
    }
    await deliver('mover', [{ ...shirt, __FAMILY: 'tops' }]);
    assert.deepEqual(await shelves('mover'), { shirts: ['M'], tops: ['S'] });
    await deliver('mover', [shirt]);
    assert.deepEqual(await shelves('mover'), { shirts: ['M', 'S'] }, 'the product that was left empty is gone');
  });

  it('returns refused products with the message of the shop, and delivers the others', async () => {
    const results = await deliver('picky', [
      { __ID: 'one', __FAMILY: 'pair', size: 'L', price: '1' },
      { __ID: 'twin', __FAMILY: 'pair', size: 'L', price: '1' },
      { __ID: 'odd', price: 'ten' },
      { __ID: 'free' },
    ]);
    const byId = new Map(results.map((result) => [result.productId, result]));
    assert.equal(byId.get('one')?.status, 'Accepted');
    assert.match(byId.get('twin')?.message ?? '', /selected options already exists/);
    assert.deepEqual([byId.get('twin')?.status, byId.get('odd')?.status], ['Returned', 'Returned']);
    assert.deepEqual(byId.get('free'), {
      productId: 'free',
      status: 'Accepted',
      message: 'Not for sale: it has no price.',
    });
  });

  it('reports a file that the shop refuses, and delivers the product without it', async (test) => {
    const link = await serve(test, 'just text', 'notes.txt', 'text/plain');
    const product = { __ID: 'noted', PRIMARY_ASSET: 'notes', price: '1' };
    const [result] = await deliver('notes', [product], { notes: link });
    assert.equal(result?.status, 'Accepted');
    assert.match(result.message ?? '', /refuses the file notes/);
    assert.deepEqual(await shelves('notes'), { noted: ['noted'] });
  });

  it('withdraws products of one client with the shop products that are left empty, and delivers them again', async () => {
    const products = [
      { __ID: 'a', __FAMILY: 'f', size: '1', price: '1' },
      { __ID: 'b', __FAMILY: 'f', size: '2', price: '1' },
      { __ID: 'c', price: '1' },
    ];
    await deliver('recaller', products);
    await deliver('bystander', products);
    await withdraw('recaller', 'a', 'c', 'never-there');
    assert.deepEqual(await shelves('recaller'), { f: ['b'] });
    assert.deepEqual(await shelves('bystander'), { f: ['a', 'b'], c: ['c'] });
    await deliver('recaller', products);
    assert.deepEqual(await shelves('recaller'), { f: ['a', 'b'], c: ['c'] });
  });

  it('removes all data of one client and none of another, and the client may connect again', async () => {
    const products = [
      { __ID: 'a', __FAMILY: 'f', size: '1', price: '1' },
      { __ID: 'b', price: '1' },
    ];
    await deliver('leaver', products);
    await deliver('stayer', products);
    await adapter.disconnect({ clientId: 'leaver', channelId: 'shop', accountIds: ['a'] }, context);
    assert.deepEqual(await shelves('leaver'), {});
    assert.deepEqual(await shelves('stayer'), { f: ['a'], b: ['b'] });
    const before = await countHeld(shop.ask);
    await deliver('leaver', products);
    assert.deepEqual(await shelves('leaver'), { f: ['a'], b: ['b'] });
    assert.equal((await countHeld(shop.ask)).variants, before.variants + 2);
  });
});

describe('the Vendure adapter with a real shop: outages and guarantees', { skip }, () => {
  it('waits for a shop that is unreachable or refuses the login of the adapter, and rejects no products', async () => {
    for (const environment of [
      { PIMENTO_TARGET: 'http://127.0.0.1:9/admin-api', ...login },
      { PIMENTO_TARGET: shop.adminApi, ...login, VENDURE_PASSWORD: 'another password' },
      { PIMENTO_TARGET: shop.adminApi.replace('admin-api', 'nothing-here'), ...login },
    ]) {
      const lost = createVendureAdapter(settingsFromEnvironment(environment));
      const leave = lost.disconnect({ clientId: 'x', channelId: 'shop', accountIds: [] }, context);
      await assert.rejects(leave, (error) => error instanceof RetryLaterError, environment.PIMENTO_TARGET);
    }
  });

  it('fulfils all guarantees of verify', async () => {
    const { verdicts, output } = await verifyAdapter({
      command: [process.execPath, fileURLToPath(new URL('../src/main.ts', import.meta.url))],
      environment: { ...process.env, ...login },
      openTarget: openVendureTarget(shop),
      timeoutSeconds: 240,
    });
    const failures = verdicts.filter((one) => !one.passed).map(({ id, detail }) => `${id}: ${detail}`);
    assert.deepEqual(failures, [], `${failures.join('\n')}\n${output.slice(-3000)}`);
    const seen = Object.fromEntries(verdicts.map(({ id, detail }) => [id, detail]));
    assert.match(seen['nothing-lost'] ?? '', /4 kills/);
  });
});

/** Serves a file, and returns a link to it in the form in which `Batch.assets` contains it. */
async function serve(test: TestContext, text: string, name: string, contentType: string) {
  const server = createServer((_request, response) => response.end(text)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  test.after(() => server.close());
  const { port } = server.address() as AddressInfo; // the server listens on TCP
  const sha256 = createHash('sha256').update(text).digest('hex');
  return { url: `http://127.0.0.1:${port}/`, contentType, size: text.length, sha256, name };
}
