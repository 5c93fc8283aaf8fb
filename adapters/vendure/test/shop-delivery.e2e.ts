import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startPimento, type TestPimento } from './pimento.ts';
import { type Program, startProgram } from './program.ts';
import { countHeld, type HeldVariant, listHeld } from './shop-contents.ts';
import { installShop } from './shop-install.ts';
import { startTestShop, type TestShop } from './test-shop.ts';
import { until } from './until.ts';

const shared = process.env['PIMENTO_SHARED'] ?? fileURLToPath(new URL('../../../../shared', import.meta.url));
const catalogue = join(shared, 'data', 'fashion-magento');
const skip = existsSync(catalogue)
  ? ((await installShop()) ?? false)
  : `no real catalogue at ${catalogue}; set PIMENTO_SHARED to its folder`;
const read = (name: string) => JSON.parse(readFileSync(join(catalogue, name), 'utf8'));

type Product = Record<string, unknown> & { __ID: string; __FAMILY?: string };

const accountFields = [
  { id: 'user', name: 'User', type: 'string' },
  { id: 'password', name: 'Password', type: 'password' },
];
const channel = { channelId: 'vendure', adapterId: 'vendure', name: 'Vendure', batchSize: 100, accountFields };
const channelPath = '/api/channels/v1/channels/vendure';

// The tests are sequential, because each continues with the state of the shop after the previous test.
let pimento: TestPimento;
let shop: TestShop;
let adapter: Program;
let startAdapter: () => Program;
let state: string;

before(async () => {
  if (skip) return;
  [pimento, shop] = await Promise.all([startPimento(), startTestShop()]);
  await shop.addLogin('pimento', 'a long password');
  await shop.addLogin('ada', 'the password of ada');
  await pimento.operator('POST', '/console/adapters', { adapterId: 'vendure', name: 'Vendure' }, 201);
  await pimento.operator('POST', '/console/channels', channel, 201);
  const key = { kind: 'adapter', adapterId: 'vendure', name: 'test' };
  const { secret } = await pimento.operator('POST', '/console/keys', key, 201);
  state = await mkdtemp(join(tmpdir(), 'pimento-vendure-state-'));
  startAdapter = () =>
    startProgram([fileURLToPath(new URL('../src/main.ts', import.meta.url))], {
      PIMENTO_URL: pimento.baseUrl,
      PIMENTO_KEY: secret,
      PIMENTO_STATE: state,
      PIMENTO_POLL_SECONDS: '0.2',
      PIMENTO_TARGET: shop.adminApi,
      VENDURE_USERNAME: 'pimento',
      VENDURE_PASSWORD: 'a long password',
      VENDURE_STOCK: 'qty',
      VENDURE_OPTIONS: 'size,color',
      VENDURE_MODEL: 'product_type=configurable',
    });
  adapter = startAdapter();
  const define = (name: string) => pimento.client('PUT', '/api/datastandards/v1/datastandards/attributes', read(name));
  await define('attributes.json');
  await define('attributes.multivalue.json');
  const { rejected } = await pimento.client('POST', '/api/import/v1/feeds/master', read('import.json'));
  assert.equal(rejected, 0);
  for (const { assetId, file } of read('assets.json')) {
    const form = new FormData();
    form.set('file', new Blob([readFileSync(join(catalogue, file))], { type: 'image/jpeg' }), basename(file));
    await pimento.client('POST', `/api/asset/v1/assets/upload?assetId=${encodeURIComponent(assetId)}`, form);
  }
});
after(async () => {
  await adapter?.[Symbol.asyncDispose]();
  await Promise.all([pimento?.[Symbol.asyncDispose](), shop?.[Symbol.asyncDispose]()]);
  if (state !== undefined) await rm(state, { recursive: true, force: true });
});

async function connect(name: string, password: string) {
  const body = { name, properties: { user: 'ada', password } };
  const { accountId } = await pimento.client('POST', `${channelPath}/accounts`, body, 201);
  return until(`the account ${name} is judged`, async () => {
    const account = await pimento.client('GET', `${channelPath}/accounts/${accountId}`);
    return account.state !== 'Authenticating' && account;
  });
}

const submit = (body: unknown) => pimento.client('POST', '/api/submit/v1/channels/vendure/products', body, 202);

async function assertAccepted(submissionId: string): Promise<void> {
  const path = `/api/submit/v1/submissions/${submissionId}`;
  const someWith = async (...results: string[]) => {
    const { products } = await pimento.client('GET', `${path}/products?limit=3&result=${results.join('&result=')}`);
    return products;
  };
  await until(
    () => `every product has its result\n${adapter.output().slice(-2000)}`,
    async () => (await someWith('Submitted', 'Pending')).length === 0,
  );
  assert.deepEqual(await someWith('Returned', 'Rejected'), []);
  assert.equal((await pimento.client('GET', path)).status, 'Success');
}

/** Returns the products in Pimento by id. */
async function listProducts(): Promise<Map<string, Product>> {
  const text: string = await pimento.client('GET', '/api/products/v1/products/export');
  const products = text.split('\n').filter((line) => line !== '');
  return new Map(products.map((line) => JSON.parse(line) as Product).map((product) => [product.__ID, product])); // a product is an object
}

/** Asserts that the shop has every product exactly once, with the same values as Pimento, as a variant of the right shop product. */
function assertEqual(held: readonly HeldVariant[], products: ReadonlyMap<string, Product>): void {
  assert.deepEqual(held.map(({ sku }) => sku).toSorted(), [...products.keys()].toSorted());
  const places = new Map<string, string>();
  for (const variant of held) {
    const product = products.get(variant.sku);
    assert.ok(product);
    assert.deepEqual(JSON.parse(variant.customFields.pimentoValues), product);
    assert.equal(variant.name, product['__NAME']);
    assert.equal(variant.price, Math.round(Number(product['price']) * 100));
    assert.deepEqual(variant.stockLevels, [{ stockOnHand: Number(product['qty']) }]);
    assert.equal(variant.enabled, product['product_type'] !== 'configurable');
    const options = Object.fromEntries(variant.options.map(({ name, group }) => [group.name, name]));
    const { size = '–', color = '–', __FAMILY: family } = product;
    assert.deepEqual(options, family === undefined ? {} : { size, color });
    const place = family ?? `without a family: ${variant.sku}`;
    assert.equal(places.get(place) ?? variant.product.id, variant.product.id, 'a family is one product of the shop');
    places.set(place, variant.product.id);
    const speaker = family === undefined ? product : products.get(family);
    assert.equal(variant.product.name, speaker?.['__NAME'] ?? family);
  }
  assert.equal(new Set(places.values()).size, places.size);
}

describe(
  'the Vendure adapter with a real catalogue, a real service and a real shop: delivery and changes',
  { skip },
  () => {
    it('checks the logins of clients by signing in', async () => {
      assert.equal((await connect('wrong', 'not the password')).state, 'Failed');
      assert.equal((await connect('right', 'the password of ada')).state, 'Connected');
      assert.ok(!adapter.output().includes('the password of ada'));
    });

    it('delivers products, variants of families and images to the shop, equal to the submission', async () => {
      const products = await listProducts();
      const pictures = new Map<string, string>(
        read('assets.json').map(({ assetId, file }: { assetId: string; file: string }) => [assetId, file]),
      );
      const families = new Set(
        [...products.values()].filter((one) => pictures.has(String(one['PRIMARY_ASSET']))).map((one) => one.__FAMILY),
      );
      const chosen = new Map(
        [...products].filter(([, one]) => families.has(one.__FAMILY) || one.__ID.startsWith('24-W')),
      );
      assert.ok(chosen.size > 100 && [...chosen.values()].some((one) => one.__FAMILY === undefined));
      await assertAccepted((await submit([...chosen.keys()])).submissionId);
      const held = await listHeld(shop.ask);
      assertEqual(held, chosen);
      for (const variant of held) {
        const file = pictures.get(String(chosen.get(variant.sku)?.['PRIMARY_ASSET']));
        assert.equal(variant.assets.length, file === undefined ? 0 : 1);
        assert.equal(variant.featuredAsset?.source, variant.assets[0]?.source);
      }
      assert.equal((await countHeld(shop.ask)).assets, pictures.size, 'a picture of several products is there once');
      const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
      const sources = new Map(held.map((one) => [one.featuredAsset?.source, one.sku]));
      for (const [source, sku] of sources) {
        if (source === undefined) continue;
        const file = pictures.get(String(chosen.get(sku)?.['PRIMARY_ASSET'])) ?? '';
        const bytes = new Uint8Array(await (await fetch(source)).arrayBuffer());
        assert.equal(hashOf(bytes), hashOf(readFileSync(join(catalogue, file))));
      }
    });

    it('delivers one changed value automatically', async () => {
      await pimento.client('PUT', `${channelPath}/automatic-submit`, { afterImports: { quietSeconds: 0 } });
      const before = await listHeld(shop.ask);
      const change = { __ID: 'WSH09-28-Gray', price: '43.21' };
      await pimento.client('POST', '/api/import/v1/feeds/master', { products: [change] });
      const query = '{ productVariants(options: { filter: { sku: { eq: "WSH09-28-Gray" } } }) { items { price } } }';
      await until('the shop has the new price', async () => {
        const { productVariants } = await shop.ask(query);
        return productVariants.items[0].price === 4321;
      });
      const untouched = (held: readonly HeldVariant[]) => held.filter(({ sku }) => sku !== change.__ID);
      const now = await listHeld(shop.ask);
      assert.deepEqual(untouched(now), untouched(before), 'nothing else is written');
      await pimento.client('PUT', `${channelPath}/automatic-submit`, {});
    });
  },
);

describe(
  'the Vendure adapter with a real catalogue, a real service and a real shop: a killed adapter, and leaving',
  { skip },
  () => {
    it('delivers each of 2,000 products once, although it is killed in the middle', async () => {
      const products = await listProducts();
      assert.ok(products.size >= 2000);
      const { submissionId } = await submit({ filter: {} });
      await until(
        () => `half of the products are there\n${adapter.output().slice(-2000)}`,
        async () => (await countHeld(shop.ask)).variants > products.size / 2,
      );
      await adapter.kill();
      const { variants } = await countHeld(shop.ask);
      assert.ok(variants < products.size, `${variants} of ${products.size} products were there when it was killed`);
      adapter = startAdapter();
      await assertAccepted(submissionId);
      assertEqual(await listHeld(shop.ask), products);
    });

    it('removes all data of a client that disconnects from the channel', async () => {
      await pimento.client('DELETE', channelPath, undefined, 204);
      await until('the shop is empty', async () => {
        const { products, variants, assets } = await countHeld(shop.ask);
        return products + variants + assets === 0;
      });
      const { productOptionGroups } = await until('the options are gone', async () => {
        const answer = await shop.ask('{ productOptionGroups { totalItems } }');
        return answer.productOptionGroups.totalItems === 0 && answer;
      });
      assert.equal(productOptionGroups.totalItems, 0);
    });
  },
);
