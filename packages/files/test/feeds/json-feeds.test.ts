import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFeedOf, writeFeedOf } from './feed-files.ts';

const context = '"@context":"https://schema.org"';

test('JSON-LD: a group with variants, brands by name, images and offers', async () => {
  const { format, products, problems } =
    await readFeedOf(`{${context},"@type":"ProductGroup","productGroupID":"shirt","name":"Shirt",
    "brand":{"@type":"Brand","name":"Acme"},"category":"Clothing","variesBy":["https://schema.org/color"],
    "image":["https://x.test/1.jpg",{"@type":"ImageObject","contentUrl":"https://x.test/2.jpg"}],
    "hasVariant":[{"@type":"Product","sku":"shirt-r","color":"Red","offers":{"@type":"Offer","price":19.90,"priceCurrency":"EUR"}},
      {"@id":"#other"}]}`);
  assert.deepEqual([format.feed, problems], ['json-ld', []]);
  assert.deepEqual(products, [
    {
      __ID: 'shirt',
      __NAME: 'Shirt',
      __FAMILY: 'shirt',
      __CATEGORY: 'Clothing',
      PRIMARY_ASSET: 'https://x.test/1.jpg',
      hasVariant: ['#other'],
      brand: 'Acme',
      variesBy: ['https://schema.org/color'],
      image: [{ text: 'https://x.test/1.jpg' }, { '@type': 'ImageObject', contentUrl: 'https://x.test/2.jpg' }],
    },
    {
      __ID: 'shirt-r',
      __FAMILY: 'shirt',
      color: 'Red',
      offers: [{ '@type': 'Offer', price: '19.90', priceCurrency: 'EUR' }],
    },
  ]);
});

test('JSON-LD: names by language, other types and groups without an id are kept', async () => {
  const { products } = await readFeedOf(
    `{${context},"@type":["Product","Vehicle"],"sku":"1","name":[{"@value":"Auto","@language":"de"},{"@value":"Car","@language":"en"}],"isVariantOf":{"@type":"ProductGroup","name":"Cars"}}`,
  );
  assert.deepEqual(products, [
    {
      __ID: '1',
      __NAME: 'Auto',
      name: [
        { '@value': 'Auto', '@language': 'de' },
        { '@value': 'Car', '@language': 'en' },
      ],
      '@type': ['Product', 'Vehicle'],
      isVariantOf: 'Cars',
    },
  ]);
});

const product = (id: string) => `{"@type":"Product","sku":"${id}","description":"a \\"} ] b"}`;
const documents: Record<string, [content: string, ids: string[]]> = {
  'a list': [`[{${context},"@type":"Product","sku":"1"},${product('2')}]`, ['1', '2']],
  'a graph': [
    `{${context},"@graph":[{"@type":"WebSite","name":"x"},${product('1')},${product('2')}],"x":[{"@type":"Product","sku":"no"}]}`,
    ['1', '2'],
  ],
  'an item list': [
    `{${context},"@type":"ItemList","itemListElement":[{"@type":"ListItem","item":${product('1')}}]}`,
    ['1'],
  ],
  'a page with its subject': [`{${context},"@type":"WebPage","mainEntity":${product('1')}}`, ['1']],
  'a product a line': [
    `{${context},"@type":"Product","sku":"1"}\n{${context},"@type":["Product","Vehicle"],"sku":"2"}\n`,
    ['1', '2'],
  ],
  'types as addresses, ids as numbers': [`{${context},"@type":"http://schema.org/Product","productID":0.10}`, ['0.10']],
};
for (const [name, [content, ids]] of Object.entries(documents))
  test(`JSON-LD: ${name}`, async () => {
    assert.deepEqual(
      (await readFeedOf(content)).products.map(({ __ID }) => __ID),
      ids,
    );
  });

test('an export as JSON-LD holds every product, whatever its attributes are', async () => {
  const products = [
    { __ID: 'shirt', __NAME: 'Shirt', __FAMILY: 'shirt', brand: 'Acme' },
    {
      __ID: 'shirt-r',
      __FAMILY: 'shirt',
      __CATEGORY: 'Clothing',
      PRIMARY_ASSET: 'r.jpg',
      PACKAGING: [{ __ID: 'x', QUANTITY: '1.50' }],
      heat: '3',
      claims: ['a', 'b'],
      one: ['x'],
      sku: 'other',
      rows: [{ amount: '1', of: ['x', 'y'] }],
      additionalProperty: [{ '@type': 'PropertyValue', name: 'Weight', value: '5', unitText: 'kg' }],
      offers: [{ '@type': 'Offer', price: '1.00' }],
      'odd\u0001 name': 'line\nend',
    },
  ];
  const read = await readFeedOf(await writeFeedOf(products, 'json-ld'));
  assert.deepEqual([read.products, read.problems], [products, []]);
});

test('Open Food Facts: nutrients and pictures become rows, names by language count, empty values are left out', async () => {
  const { format, products, problems } = await readFeedOf(
    `${JSON.stringify({
      code: '0001',
      product_name: 'Spread',
      categories_tags: ['en:spreads', 'en:sweet-spreads'],
      image_front_url: 'https://x.test/f.jpg',
      nutriments: { fat_100g: 48, fat_unit: 'g', 'energy-kcal': 617, salt_prepared_100g: null },
      images: { front_fr: { imgid: 1, sizes: { 100: { h: 94, w: 100 } } } },
      ingredients: [{ id: 'en:nut', ingredients: [{ id: 'en:hazelnut' }] }],
      brands_tags: [],
      labels: '',
      obsolete: false,
      __proto__x: 'y',
    })}\n${JSON.stringify({
      code: '2',
      product_name: [
        { lang: 'fr', text: 'Pâte' },
        { lang: 'main', text: 'Paste' },
      ],
      categories_tags: null,
      images: [],
    })}\n`,
  );
  assert.deepEqual([format.feed, format.kind, problems], ['open-food-facts', 'ndjson', []]);
  assert.deepEqual(products, [
    {
      __ID: '0001',
      __NAME: 'Spread',
      __CATEGORY: 'en:sweet-spreads',
      PRIMARY_ASSET: 'https://x.test/f.jpg',
      product_name: [{ text: 'Spread' }],
      categories_tags: ['en:spreads', 'en:sweet-spreads'],
      image_front_url: 'https://x.test/f.jpg',
      ingredients: [{ id: 'en:nut', ingredients: [{ id: 'en:hazelnut' }] }],
      obsolete: 'false',
      __proto__x: 'y',
      nutriments: [
        { name: 'fat', '100g': '48', unit: 'g' },
        { name: 'energy-kcal', text: '617' },
      ],
      images: [{ key: 'front_fr', imgid: '1', sizes: [{ size: '100', h: '94', w: '100' }] }],
    },
    {
      __ID: '2',
      __NAME: 'Paste',
      product_name: [
        { lang: 'fr', text: 'Pâte' },
        { lang: 'main', text: 'Paste' },
      ],
    },
  ]);
});

const damaged: Record<string, [content: string, message: RegExp]> = {
  'an end that is missing': [`{${context},"@graph":[${product('1')}`, /The JSON ends before it is complete/],
  'a product that is not JSON': [
    `{${context},"@graph":[\n${product('1')},\n{"@type" "Product"}]}`,
    /The product in line 3 is not JSON/,
  ],
  'a product that is too large': [
    `{${context},"@graph":[{"@type":"Product","x":"${'x'.repeat(9_000_000)}"}]}`,
    /in line 1 has more than 8 million/,
  ],
};
for (const [name, [content, message]] of Object.entries(damaged))
  test(`JSON is refused: ${name}`, async () => {
    await assert.rejects(readFeedOf(content), { message });
  });

test('products in the format of the import are not a feed', async () => {
  for (const content of [
    '{"products":[{"__ID":"1"}]}',
    '{"__ID":"1","code":"123","product_name":"x","images":"y","brands_tags":[]}\n',
    '[{"__ID":"1"}]',
  ])
    await assert.rejects(readFeedOf(content), /^Error: no feed/);
});
