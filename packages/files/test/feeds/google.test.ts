import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outFeeds, writeFeed } from '../../src/index.ts';
import { collect, each, fileOf } from '../tables.ts';
import { readFeedOf, writeFeedOf } from './feed-files.ts';

const expected = [
  {
    __ID: '0017',
    __NAME: 'Pen, blue',
    __FAMILY: 'pens',
    __CATEGORY: 'Office > Pens',
    PRIMARY_ASSET: 'https://x.test/pen.jpg',
    product_type: ['Gifts'],
    additional_image_link: ['https://x.test/a,b.jpg', 'https://x.test/c.jpg'],
    shipping: [
      { country: 'DE', service: 'Fast: 1 day', price: '4.90 EUR' },
      { country: 'AT', price: '7 EUR' },
    ],
    product_highlight: ['Writes'],
    link: 'https://x.test/pen?a=1&b=2',
    price: '2.50 EUR',
  },
  { __ID: 'mug', __NAME: 'Mug', link: 'https://x.test/mug', price: '7 EUR' },
];

const tsv = [
  [
    'id',
    'title',
    'link',
    'image link',
    'item_group_id',
    'product_type',
    'additional_image_link',
    'shipping',
    'price',
    'product highlight',
  ],
  [
    '0017',
    'Pen, blue',
    'https://x.test/pen?a=1&b=2',
    'https://x.test/pen.jpg',
    'pens',
    'Office > Pens,Gifts',
    String.raw`https://x.test/a\,b.jpg,https://x.test/c.jpg`,
    String.raw`DE::Fast\: 1 day:4.90 EUR,AT:::7 EUR`,
    '2.50 EUR',
    'Writes',
  ],
  ['mug', 'Mug', 'https://x.test/mug', '', '', '', '', '', '7 EUR', ''],
]
  .map((line) => line.join('\t'))
  .join('\n');

const items = `<g:id>0017</g:id><title>Pen, blue</title><link>https://x.test/pen?a=1&amp;b=2</link>
  <g:image_link> https://x.test/pen.jpg </g:image_link><g:item_group_id>pens</g:item_group_id>
  <g:product_type>Office &gt; Pens</g:product_type><g:product_type>Gifts</g:product_type>
  <g:additional_image_link>https://x.test/a,b.jpg</g:additional_image_link><g:additional_image_link><![CDATA[https://x.test/c.jpg]]></g:additional_image_link>
  <g:shipping><g:country>DE</g:country><g:service>Fast: 1 day</g:service><g:price>4.90 EUR</g:price></g:shipping>
  <g:shipping><g:country>AT</g:country><g:price>7 EUR</g:price></g:shipping><g:product_highlight>Writes</g:product_highlight>
  <g:price>2.50 EUR</g:price>`;
const namespace = 'xmlns:g="http://base.google.com/ns/1.0"';
const rss = `<?xml version="1.0"?>\n<rss version="2.0" ${namespace}><channel><title>Shop</title><link>https://x.test</link>
<item>${items}</item>
<item><g:id>mug</g:id><g:title>Mug</g:title><g:link>https://x.test/mug</g:link><g:price>7 EUR</g:price></item></channel></rss>`;
const atom = `<feed xmlns="http://www.w3.org/2005/Atom" ${namespace}><title>Shop</title><id>tag:x.test</id>
<entry>${items.replace(/<link>.*?<\/link>/, '<link href="https://x.test/pen?a=1&amp;b=2"/>')}</entry>
<entry><id>mug</id><title>Mug</title><link href="https://x.test/mug"/><g:price>7 EUR</g:price></entry></feed>`;

const sorted = (products: Record<string, unknown>[]) =>
  products.map((product) => Object.fromEntries(Object.entries(product).toSorted(([a], [b]) => (a < b ? -1 : 1))));

for (const [name, content] of Object.entries({ tsv, rss, atom }))
  test(`Google Merchant: the same products from ${name}`, async () => {
    const { format, products, problems } = await readFeedOf(content);
    assert.deepEqual([format.feed, problems], [name === 'tsv' ? 'google-tsv' : 'google-xml', []]);
    assert.deepEqual(sorted(products), sorted(expected));
  });

for (const feed of ['google-tsv', 'google-xml'] as const)
  test(`an export as ${feed} holds the same products`, async () => {
    const { products, problems } = await readFeedOf(await writeFeedOf(expected, feed));
    assert.deepEqual([sorted(products), problems], [sorted(expected), []]);
  });

test('what RSS and Atom have beside the attributes of Google Merchant is kept', async () => {
  const { products } = await readFeedOf(
    `<feed ${namespace}><entry><id>tag:1</id><g:id>1</g:id><title>T</title><g:title>G</g:title><updated>2026-01-31</updated></entry></feed>`,
  );
  assert.deepEqual(products, [{ __ID: '1', __NAME: 'G', entry_id: 'tag:1', entry_title: 'T', updated: '2026-01-31' }]);
});

test('parts of a group are named by the header, and too many parts are a problem', async () => {
  const { products, problems } = await readFeedOf(
    'id\ttitle\tlink\tprice\tbrand\tshipping(country:price)\n1\tA\tx\t1\tB\tUS:5 USD\n2\tB\tx\t1\tB\tUS:a:b\n',
  );
  assert.deepEqual(products[0]?.['shipping'], [{ country: 'US', price: '5 USD' }]);
  assert.match(
    problems.join('\n'),
    /^Row 3 \(shipping\(country:price\)\) "US:a:b", product "2": The value has more parts/,
  );
});

const refused: Record<string, [product: Record<string, unknown>, feed: 'google-tsv' | 'google-xml', message: RegExp]> =
  {
    'an unknown attribute': [
      { __ID: 'a', heat: '3' },
      'google-tsv',
      /format google-tsv cannot carry this export: heat of product "a" is not an attribute/,
    ],
    'a list where one value is allowed': [
      { __ID: 'a', color: ['red', 'blue'] },
      'google-xml',
      /color of product "a" has several values/,
    ],
    'a picture that is no address': [
      { __ID: 'a', PRIMARY_ASSET: 'a.jpg' },
      'google-xml',
      /PRIMARY_ASSET of product "a" is "a\.jpg"/,
    ],
    'packaging links': [{ __ID: 'a', PACKAGING: [{ __ID: 'b' }] }, 'google-tsv', /PACKAGING of product "a"/],
    'a character that XML cannot carry': [
      { __ID: 'a', description: 'x\u0001' },
      'google-xml',
      /description of product "a" has a character that XML cannot carry/,
    ],
    'a list member that a table would split': [
      { __ID: 'a', product_highlight: ['a\\', 'b'] },
      'google-tsv',
      /product_highlight of product "a" has a value that the separators/,
    ],
    'an unknown part of a group': [
      { __ID: 'a', shipping: [{ planet: 'Mars' }] },
      'google-xml',
      /shipping\/planet of product "a" is not part/,
    ],
  };
for (const [name, [product, feed, message]] of Object.entries(refused))
  test(`an export for Google Merchant is refused by name: ${name}`, async () => {
    await assert.rejects(writeFeedOf([product], feed), { code: 'format-cannot-carry', message });
  });

test('what cannot be carried is refused before the first byte', async () => {
  for (const feed of outFeeds.filter((one) => one !== 'json-ld')) {
    const products = [
      { __ID: 'a', __NAME: 'A' },
      { __ID: 'b', __NAME: 'B', rows: [{ x: '1' }] },
    ];
    const chunks = writeFeed(each(products), feed, [], async (bytes) => fileOf(Buffer.concat(await collect(bytes))));
    await assert.rejects(chunks.next(), { code: 'format-cannot-carry', message: /rows of product "b"/ }, feed);
  }
});
