import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { z } from 'zod';
import { readPrice, readStock } from '../src/number-rules.ts';
import type { ShopConnection } from '../src/shop-connection.ts';
import { groupCodesOf } from '../src/shop-keys.ts';
import { upsertOptions } from '../src/shop-options.ts';
import { splitBySize } from '../src/shop-pages.ts';
import { settingsFromEnvironment } from '../src/shop-settings.ts';
import { buildStandard } from '../src/shop-standard.ts';
import { judgeProduct, judgeProducts, type WantedVariant } from '../src/variant-rules.ts';

const login = { PIMENTO_TARGET: 'https://shop.test/admin-api', VENDURE_USERNAME: 'u', VENDURE_PASSWORD: 'p' };
const link = { url: 'https://pim.test/x', contentType: 'image/png', size: 1, sha256: '00', name: 'x.png' };

function termsWith(environment: Record<string, string> = {}, files: string[] = []) {
  const settings = settingsFromEnvironment({ ...login, ...environment });
  return { owner: 'acme/shop', settings, decimals: 2, assets: Object.fromEntries(files.map((name) => [name, link])) };
}

type Product = Parameters<typeof judgeProduct>[0]['product'];

function wantedOf(product: Product, terms = termsWith(), values?: Record<string, unknown>): WantedVariant {
  const [wanted] = judgeProducts([{ __ID: product.__ID, product, ...(values && { values }) }], terms).wanted;
  assert.ok(wanted);
  return wanted;
}

describe('the option groups of a family', () => {
  it('have different codes also if their names have no Latin letters, and keep the codes of Latin names', () => {
    const codes = ['размер', 'цвет', 'Größe 2', 'Gräße 2'].map((name) => groupCodesOf('acme/shop', 'key', name).code);
    assert.equal(new Set(codes).size, 4);
    for (const name of ['Color', 'Café & Co. 2', '']) {
      const { code, former } = groupCodesOf('acme/shop', 'key', name);
      assert.equal(code, former, name);
    }
  });

  it('are reused under a former code, unless another group of the family could have it', async () => {
    const { former } = groupCodesOf('acme/shop', 'key', 'размер');
    const group = { id: 'g1', code: former, name: 'размер', options: [] };
    const created: unknown[] = [];
    const shop: ShopConnection = {
      ask: async (schema, query, variables) => {
        if (query.includes('productOptionGroups(')) return schema.parse({ productOptionGroups: { items: [] } });
        if (!query.includes('createProductOptionGroup(')) return schema.parse({ made: { id: 'made' } });
        const { code } = z.object({ input: z.object({ code: z.string() }) }).parse(variables).input;
        created.push(code);
        return schema.parse({ made: { id: 'g2', code, name: 'цвет', options: [] } });
      },
      tryLogin: () => Promise.resolve(true),
    };
    const terms = { owner: 'acme/shop', language: 'ru', key: 'key', shopProduct: { id: '1', optionGroups: [group] } };
    const upsert = (...groups: string[]) =>
      upsertOptions(
        shop,
        terms,
        groups.map((name) => ({ group: name, code: 'x', name: 'x' })),
        AbortSignal.timeout(60_000),
      );
    await upsert('размер');
    assert.deepEqual(created, []);
    await upsert('цвет', 'размер');
    assert.deepEqual(created, [groupCodesOf('acme/shop', 'key', 'цвет').code]);
  });
});

describe('the variant of a product', () => {
  it('reads prices exactly, for any number of decimal places', () => {
    fc.assert(
      fc.property(fc.nat(2 ** 31 - 1), fc.integer({ min: 0, max: 4 }), (amount, decimals) => {
        const digits = String(amount).padStart(decimals + 1, '0');
        const text = decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
        assert.equal(readPrice(text, decimals), amount);
        assert.equal(readPrice(decimals === 0 ? `${text}.00` : `${text}0`, decimals), amount);
      }),
    );
    for (const bad of ['', '-1', '1,50', '1e3', '12.345', '21474836.48', ' 1', 'NaN'])
      assert.equal(typeof readPrice(bad, 2), 'string', bad);
    assert.equal(readStock('100.0'), 100);
    for (const bad of ['', '-1', '1.5', '2147483648']) assert.equal(typeof readStock(bad), 'string', bad);
  });

  it('returns a product with a price, stock or description that is invalid for the shop, and names each attribute', () => {
    const long = 'x'.repeat(40_000);
    const product = { __ID: 'a', price: '1,50', stock: ['1'], description: long };
    const result = judgeProduct({ __ID: 'a', product }, termsWith());
    assert.ok('status' in result);
    assert.equal(result.status, 'Returned');
    assert.deepEqual(
      result.errors?.map((error) => error.attributeId),
      ['price', 'stock', 'description'],
    );
  });

  it('offers no product for sale without a price, and no models', () => {
    assert.equal(wantedOf({ __ID: 'a' }).isForSale, false);
    assert.equal(wantedOf({ __ID: 'a', price: '1' }).isForSale, true);
    assert.equal(wantedOf({ __ID: 'a' }, termsWith({ VENDURE_PRICE: '' })).isForSale, true);
    const model = { __ID: 'a', price: '1', kind: 'model' };
    assert.equal(wantedOf(model, termsWith({ VENDURE_MODEL: 'kind=model' })).isForSale, false);
  });

  it('puts the members of a family in one shop product, whose content is that of the member with the id of the family', () => {
    const terms = termsWith({ VENDURE_OPTIONS: 'size,color' });
    const mainVariant = wantedOf({ __ID: 'SHIRT', __FAMILY: 'SHIRT' }, terms);
    const member = wantedOf({ __ID: 'SHIRT-S', __FAMILY: 'SHIRT', size: 'S' }, terms);
    const alone = wantedOf({ __ID: 'SHIRT' }, terms);
    assert.equal(member.shopProductKey, mainVariant.shopProductKey);
    assert.notEqual(
      alone.shopProductKey,
      mainVariant.shopProductKey,
      'a family and a product of the same name are two things',
    );
    assert.deepEqual([mainVariant.isSpeaker, member.isSpeaker, alone.isSpeaker], [true, false, true]);
    assert.deepEqual(
      member.options.map(({ group, name }) => [group, name]),
      [
        ['size', 'S'],
        ['color', '–'],
      ],
    );
    assert.deepEqual(alone.options, []);
    const named = wantedOf({ __ID: 'SHIRT-S', __NAME: 'Shirt, small', __FAMILY: 'SHIRT' });
    assert.deepEqual(
      named.options.map(({ group, name }) => [group, name]),
      [['Variant', 'Shirt, small']],
    );
  });

  it('finds all files of a product, the primary asset first, and long names by their digest', () => {
    const long = `https://origin.test/${'x'.repeat(1200)}`;
    const digest = `sha256:${createHash('sha256').update(long).digest('hex')}`;
    const product = { __ID: 'id', papers: [{ paper: 'terms' }], links: [long, 'not a file'], PRIMARY_ASSET: 'front' };
    const files = ['terms', 'front', digest, 'id'];
    assert.deepEqual(wantedOf(product, termsWith({}, files)).files, ['front', 'terms', digest]);
  });

  it('omits values that are too long for a request to the shop', () => {
    assert.equal(wantedOf({ __ID: 'a', text: 'x'.repeat(50_000) }).values, undefined);
    assert.equal(wantedOf({ __ID: 'a', text: 'x' }).values, '{"__ID":"a","text":"x"}');
  });
});

describe('requests to the shop', () => {
  it('contain every item once, in order, and do not exceed the limit unless one item does', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 30 })), fc.integer({ min: 1, max: 100 }), (items, most) => {
        const pages = splitBySize(items, most);
        assert.deepEqual(pages.flat(), items);
        for (const page of pages)
          assert.ok(page.length === 1 || Buffer.byteLength(JSON.stringify(page)) <= most + 1, JSON.stringify(page));
      }),
    );
  });
});

describe('the settings', () => {
  it('name all missing variables at once', () => {
    assert.throws(() => settingsFromEnvironment({ VENDURE_USERNAME: 'u' }), /PIMENTO_TARGET and VENDURE_PASSWORD/);
    assert.throws(() => settingsFromEnvironment({ ...login, PIMENTO_TARGET: 'shop' }), /http or https URL/);
  });
});

describe('a product in the channel shape', () => {
  const product = { __ID: 'S-1', __NAME: 'Shirt', __FAMILY: 'S', price: '1', size: 'S', PRIMARY_ASSET: 'front' };
  const values = {
    sku: 'S-1',
    name: 'Shirt, mapped',
    family: 'shirts',
    price: '2.50',
    description: 'mapped',
    options: [{ name: 'Size', value: 'Small' }, { name: 'Color' }],
    featuredAsset: 'back',
    assets: ['front', 'back'],
  };

  it('is offered as it was mapped, and keeps all values of the import shape', () => {
    const wanted = wantedOf(product, termsWith({ VENDURE_OPTIONS: 'size' }, ['front', 'back']), values);
    const { name, family, price, stock, description, options, files } = wanted;
    assert.deepEqual([name, family, price, stock, description], ['Shirt, mapped', 'shirts', 250, undefined, 'mapped']);
    assert.deepEqual(
      options.map((option) => [option.group, option.name]),
      [
        ['Size', 'Small'],
        ['Color', '–'],
      ],
    );
    assert.deepEqual(files, ['back', 'front'], 'the featured asset is first');
    assert.deepEqual(JSON.parse(wanted.values ?? ''), product);
  });

  it('is returned with the names of its targets if the shop cannot take it', () => {
    const shaped = { __ID: 'a', product, values: { price: '1,50', stock: '-1', description: 'x'.repeat(40_000) } };
    const result = judgeProduct(shaped, termsWith({ VENDURE_PRICE: 'net_price' }));
    assert.ok('status' in result);
    assert.deepEqual(
      result.errors?.map(({ attributeId }) => attributeId),
      ['price', 'stock', 'description'],
    );
  });

  it('leaves to the shop what the settings leave to it', () => {
    const terms = termsWith({ VENDURE_PRICE: '' });
    const { price, isForSale } = wantedOf(product, terms, values);
    assert.deepEqual([price, isForSale], [undefined, true]);
    assert.ok(!(buildStandard(terms.settings, 2).attributes ?? []).some(({ id }) => id === 'price'));
  });
});
