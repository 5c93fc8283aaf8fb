import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFeedOf, writeFeedOf } from './feed-files.ts';

const shirts = `Handle,Title,Body (HTML),Vendor,Product Category,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Price,Image Src,Image Position,Image Alt Text,Variant Image,Status,Farbe (product.metafields.custom.farbe)
shirt,Shirt,"<p>Soft,
 warm</p>",Acme,Apparel > Shirts,Basics,"new, summer",true,Color,Red,Size,M,S-RED-M,19.90,https://x.test/1.jpg,1,Front,https://x.test/red.jpg,active,rot
shirt,,,,,,,,,Red,,L,S-RED-L,19.90,https://x.test/2.jpg,2,,,,
shirt,,,,,,,,,Blue,,M,,21.00,,,,,,
shirt,,,,,,,,,,,,,,https://x.test/3.jpg,3,Back,,,
mug,Mug,,Acme,,,,true,Title,Default Title,,,0042,7.50,,,,,active,
`;

test('rows of one handle become a product and its variants', async () => {
  const { format, products, problems } = await readFeedOf(shirts);
  assert.equal(format.feed, 'shopify-csv');
  assert.match(format.reasons[0] ?? '', /^shopify-csv: the header has Handle/);
  assert.deepEqual(problems, []);
  assert.deepEqual(products, [
    {
      __ID: 'shirt',
      __NAME: 'Shirt',
      __CATEGORY: 'Apparel > Shirts',
      PRIMARY_ASSET: 'https://x.test/1.jpg',
      Tags: ['new', 'summer'],
      Image: [
        { Src: 'https://x.test/1.jpg', Position: '1', 'Alt Text': 'Front' },
        { Src: 'https://x.test/2.jpg', Position: '2' },
        { Src: 'https://x.test/3.jpg', Position: '3', 'Alt Text': 'Back' },
      ],
      'Body (HTML)': '<p>Soft,\n warm</p>',
      Vendor: 'Acme',
      Type: 'Basics',
      Published: 'true',
      'Option1 Name': 'Color',
      'Option2 Name': 'Size',
      Status: 'active',
      'Farbe (product.metafields.custom.farbe)': 'rot',
      __FAMILY: 'shirt',
    },
    {
      __ID: 'S-RED-M',
      __NAME: 'Shirt - Red / M',
      __FAMILY: 'shirt',
      'Variant Position': '1',
      PRIMARY_ASSET: 'https://x.test/red.jpg',
      Color: 'Red',
      Size: 'M',
      'Variant SKU': 'S-RED-M',
      'Variant Price': '19.90',
    },
    {
      __ID: 'S-RED-L',
      __NAME: 'Shirt - Red / L',
      __FAMILY: 'shirt',
      'Variant Position': '2',
      Color: 'Red',
      Size: 'L',
      'Variant SKU': 'S-RED-L',
      'Variant Price': '19.90',
    },
    {
      __ID: 'shirt/Blue/M',
      __NAME: 'Shirt - Blue / M',
      __FAMILY: 'shirt',
      'Variant Position': '3',
      Color: 'Blue',
      Size: 'M',
      'Variant Price': '21.00',
    },
    {
      __ID: 'mug',
      __NAME: 'Mug',
      Vendor: 'Acme',
      Published: 'true',
      Status: 'active',
      'Variant SKU': '0042',
      'Variant Price': '7.50',
    },
  ]);
});

const head = 'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price,Vendor\n';
const nasty: Record<string, [rows: string, ids: unknown[], problems: RegExp[]]> = {
  'a handle without variants or prices': ['a,A,,,,,\n', ['a'], []],
  'a row without handle': [',A,,,,,\nb,B,,,,,\n', [undefined, 'b'], [/^Row 2: The row has no product id/]],
  'variants with one SKU': [
    'a,A,Size,S,x,1,\na,,,M,x,1,\n',
    ['a', 'x', 'x'],
    [/^Row 3 \(Variant SKU\) "x", product "x": Another variant of the product has the same id/],
  ],
  'a SKU that is the handle': ['a,A,Size,S,a,1,\na,,,M,m,1,\n', ['a', 'a/S', 'm'], []],
  'another vendor in a later row': [
    'a,A,Size,S,s,1,Acme\na,,,M,m,1,Other\n',
    ['a', 's', 'm'],
    [/^Row 3 \(Vendor\) "Other", product "a": Rows of one product have different values/],
  ],
  'an option that is called like a column': ['a,A,Vendor,X,s,1,Acme\na,,,Y,t,1,\n', ['a', 's', 't'], []],
  'one variant with a real option': ['a,A,Size,S,s,1,\n', ['a', 's'], []],
  'ids that look like numbers': ['007,Bond,,,,1e3,\n', ['007'], []],
  'text after a quote': [
    'a,"A"x,,,,,\n',
    ['a'],
    [/^Row 2, column B \(Title\) "Ax", product "a": Text follows a closing quote/],
  ],
};
for (const [name, [rows, ids, problems]] of Object.entries(nasty))
  test(`Shopify: ${name}`, async () => {
    const read = await readFeedOf(head + rows);
    assert.deepEqual(
      read.products.map((product) => product['__ID']),
      ids,
    );
    assert.equal(read.problems.length, problems.length, read.problems.join('\n'));
    for (const [at, problem] of problems.entries()) assert.match(read.problems[at] ?? '', problem);
  });

test('the headers of newer files mean the same, and products of one handle have the same rows', async () => {
  const { products, rows } = await readFeedOf(
    'Title,URL handle,SKU,Option1 name,Option1 value,Price,Product image URL\nPen,pen,p-1,Ink,blue,1,https://x.test/p.jpg\n,pen,p-2,,red,2,\n',
  );
  assert.deepEqual(
    products.map(({ __ID, Ink, Price }) => [__ID, Ink, Price]),
    [
      ['pen', undefined, undefined],
      ['p-1', 'blue', '1'],
      ['p-2', 'red', '2'],
    ],
  );
  assert.equal(rows[0], rows[2]);
  assert.deepEqual(
    rows[0]?.map(({ row }) => row),
    [2, 3],
  );
});

test('a product file is the same products after an export, in any order of the products', async () => {
  const { products } = await readFeedOf(shirts);
  const written = await writeFeedOf([...products].toReversed(), 'shopify-csv');
  const again = await readFeedOf(written);
  assert.deepEqual(again.problems, []);
  const byId = (list: typeof products) => new Map(list.map((product) => [product['__ID'], product]));
  assert.deepEqual(byId(again.products), byId(products));
  const ids = (list: typeof products) => list.map((product) => product['__ID']).filter((id) => id !== 'mug');
  assert.deepEqual(ids(again.products), ids(products), 'the variants keep their order');
});

test('attributes with a known meaning get their columns', async () => {
  const written = await writeFeedOf(
    [{ __ID: 'pen', __NAME: 'Pen', description: 'Long', brand: 'Acme', price: '2.50', ean: '4006381333931' }],
    'shopify-csv',
  );
  const [product] = (await readFeedOf(written)).products;
  assert.deepEqual(product, {
    __ID: 'pen',
    __NAME: 'Pen',
    'Body (HTML)': 'Long',
    Vendor: 'Acme',
    'Variant Price': '2.50',
    'Variant Barcode': '4006381333931',
  });
});

const parent = { __ID: 'a', __NAME: 'A', __FAMILY: 'a', 'Option1 Name': 'Size' };
const refused: Record<string, [products: Record<string, unknown>[], message: RegExp]> = {
  'an unknown attribute': [
    [
      { __ID: 'a', heat: '3' },
      { __ID: 'b', claims: ['x'] },
    ],
    /heat of product "a" has no column; claims of product "b" has no column/,
  ],
  'a picture that is no address': [
    [{ __ID: 'a', PRIMARY_ASSET: 'a.jpg' }],
    /PRIMARY_ASSET of product "a" is "a\.jpg", which is not an address|Image\/Src of product "a" is "a\.jpg"/,
  ],
  'a family without options': [
    [{ __ID: 'a', __FAMILY: 'f' }],
    /__FAMILY of product "a" is "f", and no product of this id has an Option1 Name/,
  ],
  'packaging links': [
    [{ __ID: 'a', PACKAGING: [{ __ID: 'b', QUANTITY: '2' }] }],
    /PACKAGING of product "a" has no column/,
  ],
  'a tag with a comma': [[{ __ID: 'a', Tags: ['x, y'] }], /Tags of product "a" cannot be written as one text/],
  'a variant with another name': [
    [parent, { __ID: 'v', __NAME: 'V', __FAMILY: 'a', Size: 'S' }],
    /__NAME of product "v" is another name/,
  ],
  'a variant without its option': [[parent, { __ID: 'v', __FAMILY: 'a' }], /Size of product "v" is empty/],
  'a variant with the field of a product': [
    [parent, { __ID: 'v', __FAMILY: 'a', Size: 'S', Vendor: 'X' }],
    /Vendor of product "v" has the column Vendor, which this product cannot fill/,
  ],
};
for (const [name, [products, message]] of Object.entries(refused))
  test(`an export for Shopify is refused by name: ${name}`, async () => {
    await assert.rejects(writeFeedOf(products, 'shopify-csv'), { code: 'format-cannot-carry', message });
  });

test('a product whose rows stand apart is rejected by name, in each of its parts, and its neighbours are not', async () => {
  const apart = `Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price
shirt,Shirt,Size,M,S-M,19.90
mug,Mug,,,0042,7.50
shirt,,,L,S-L,21.00
`;
  const { products, problems } = await readFeedOf(apart);
  const [first = '', second = ''] = problems;
  assert.equal(problems.length, 2);
  assert.match(first, /[Rr]ow 2\b.*"shirt".*not next to each other/);
  assert.match(second, /[Rr]ow 4\b.*"shirt".*not next to each other/);
  assert.deepEqual(
    products.map(({ __ID: id }) => id),
    ['shirt', 'mug', 'shirt'],
  );
});
