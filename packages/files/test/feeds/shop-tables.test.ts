import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attribute, collect, each, fileOf } from '../tables.ts';
import { workbookOf } from '../workbooks.ts';
import { describeFeed, detectFormat, type FeedName, feedHeader, isFeedFormat } from '../../src/index.ts';
import { readFeedOf } from './feed-files.ts';

/** Returns the XML of a row with inline strings. */
const row = (number: number, cells: readonly string[]): string =>
  `<row r="${number}">${cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`;

test('Akeneo: without parents, its family is the family; codes separated by commas are lists', async () => {
  const { format, products, problems } = await readFeedOf(
    'sku;family;categories;enabled;name-de_DE;name-en_US;X_SELL-products;price-EUR;picture\n0815;pens;office,gifts;1;Stift;Pen;a,b;2.50;files/p.jpg\n0816;;;0;;;;;\n',
  );
  assert.deepEqual([format.feed, format.delimiter, problems], ['akeneo', ';', []]);
  assert.deepEqual(products, [
    {
      __ID: '0815',
      __NAME: 'Stift',
      __FAMILY: 'pens',
      __CATEGORY: 'office',
      PRIMARY_ASSET: 'files/p.jpg',
      categories: ['office', 'gifts'],
      'X_SELL-products': ['a', 'b'],
      enabled: '1',
      'name-de_DE': 'Stift',
      'name-en_US': 'Pen',
      'price-EUR': '2.50',
    },
    { __ID: '0816', enabled: '0' },
  ]);
});

test('Akeneo: variants belong to their parent, and a product model to itself', async () => {
  const variants = await readFeedOf(
    'identifier,uuid,family,parent,categories,groups,name\nv1,u-1,shirts,m1,,g,V\ns1,u-2,pens,,,,S\n',
  );
  assert.deepEqual(
    variants.products.map(({ __ID, __FAMILY, family, uuid }) => [__ID, __FAMILY, family, uuid]),
    [
      ['v1', 'm1', 'shirts', 'u-1'],
      ['s1', undefined, 'pens', 'u-2'],
    ],
  );
  const models = await readFeedOf(
    'code,family_variant,parent,categories,name\nm1,by_size,,c,Shirt\nm2,by_size,m1,,Red shirt\n',
  );
  assert.deepEqual(
    models.products.map(({ __ID, __FAMILY, family_variant: variant }) => [__ID, __FAMILY, variant]),
    [
      ['m1', 'm1', 'by_size'],
      ['m2', 'm1', 'by_size'],
    ],
  );
});

test('Akeneo: a workbook is the same feed', async () => {
  const content = await workbookOf({
    sheets: {
      Products: row(1, ['sku', 'family', 'categories', 'enabled', 'name']) + row(2, ['0017', 'pens', 'a', '1', 'Pen']),
    },
  });
  const { format, products } = await readFeedOf(content);
  assert.deepEqual([format.kind, format.feed], ['xlsx', 'akeneo']);
  assert.deepEqual(products, [
    { __ID: '0017', __NAME: 'Pen', __FAMILY: 'pens', __CATEGORY: 'a', categories: ['a'], enabled: '1' },
  ]);
});

test('WooCommerce: variations belong to their parent, which rows name by number or SKU', async () => {
  const { format, products, problems } = await readFeedOf(
    `ID,Type,SKU,Name,"Is featured?",Categories,Images,Parent,"Regular price","Attribute 1 name","Attribute 1 value(s)","Attribute 1 visible","Meta: x"
7,variable,shirt,Shirt,0,"Clothing > Shirts, Sale","https://x.test/1.jpg, https://x.test/2.jpg",,,Color,"Red, Blue",1,m
8,variation,shirt-r,Shirt - Red,0,,,id:7,19.90,Color,Red,,
9,variation,,Shirt - Blue,0,,,shirt,19.90,Color,Blue,,
10,simple,,Mug,0,,,,7.50,Type,Cup,,
`,
  );
  assert.deepEqual([format.feed, problems], ['woocommerce', []]);
  assert.deepEqual(products, [
    {
      __ID: 'shirt',
      __NAME: 'Shirt',
      __FAMILY: 'shirt',
      __CATEGORY: 'Clothing > Shirts',
      PRIMARY_ASSET: 'https://x.test/1.jpg',
      Categories: ['Clothing > Shirts', 'Sale'],
      Images: ['https://x.test/1.jpg', 'https://x.test/2.jpg'],
      ID: '7',
      Type: 'variable',
      'Is featured?': '0',
      'Meta: x': 'm',
      Color: ['Red', 'Blue'],
      'Color (visible)': '1',
    },
    {
      __ID: 'shirt-r',
      __NAME: 'Shirt - Red',
      __FAMILY: 'shirt',
      ID: '8',
      Type: 'variation',
      'Is featured?': '0',
      'Regular price': '19.90',
      Color: ['Red'],
    },
    {
      __ID: 'id:9',
      __NAME: 'Shirt - Blue',
      __FAMILY: 'shirt',
      ID: '9',
      Type: 'variation',
      'Is featured?': '0',
      'Regular price': '19.90',
      Color: ['Blue'],
    },
    {
      __ID: 'id:10',
      __NAME: 'Mug',
      ID: '10',
      Type: 'simple',
      'Is featured?': '0',
      'Regular price': '7.50',
      'Attribute Type': ['Cup'],
    },
  ]);
});

const amazon = [
  ['TemplateType=fptcustom', 'Version=2026.0101', 'The top 3 rows are for Amazon.com use only.'],
  [
    'Product Type',
    'Seller SKU',
    'Product Name',
    'Parentage',
    'Parent SKU',
    'Update Delete',
    'Key Features',
    'Key Features',
    'Main Image',
  ],
  [
    'feed_product_type',
    'item_sku',
    'item_name',
    'parent_child',
    'parent_sku',
    'update_delete',
    'bullet_point1',
    'bullet_point2',
    'main_image_url',
  ],
  ['shirt', 'S', 'Shirt', 'parent', '', '', 'Soft', 'Warm', ''],
  ['shirt', 'S-1', 'Shirt red', 'child', 'S', 'Update', '', 'Red', 'https://x.test/r.jpg'],
  ['shirt', 'S-2', 'Shirt blue', 'child', 'S', 'Delete', '', '', ''],
];
/** Some templates have this line below the header. */
const requirements = ['Required', 'Required', 'Required', 'Optional', '', 'Optional', 'Preferred'];
const amazonProducts = [
  {
    __ID: 'S',
    __NAME: 'Shirt',
    __FAMILY: 'S',
    __CATEGORY: 'shirt',
    bullet_point: ['Soft', 'Warm'],
    parent_child: 'parent',
  },
  {
    __ID: 'S-1',
    __NAME: 'Shirt red',
    __FAMILY: 'S',
    __CATEGORY: 'shirt',
    PRIMARY_ASSET: 'https://x.test/r.jpg',
    bullet_point: ['Red'],
    parent_child: 'child',
    update_delete: 'Update',
  },
];

test('Amazon: the header in line 3 counts, numbered columns are lists, and deletions are a problem', async () => {
  const { format, products, problems } = await readFeedOf(amazon.map((cells) => cells.join('\t')).join('\r\n'));
  assert.deepEqual([format.feed, format.delimiter], ['amazon', '\t']);
  assert.deepEqual(products.slice(0, 2), amazonProducts);
  assert.match(
    problems.join('\n'),
    /^Row 6 \(update_delete\) "Delete", product "S-2": The file asks to delete the product\./,
  );
});

test('Amazon: a line that states what is required is not a product', async () => {
  const lines = [...amazon.slice(0, 3), requirements, ...amazon.slice(3, 5)];
  const { products } = await readFeedOf(lines.map((cells) => cells.join('\t')).join('\n'));
  assert.deepEqual(products, amazonProducts);
});

test('Amazon: a workbook is read from the sheet with the template', async () => {
  const sheets = {
    Instructions: row(1, ['Read me']),
    Template: amazon.map((cells, at) => row(at + 1, cells)).join(''),
  };
  const { format, products } = await readFeedOf(await workbookOf({ sheets }));
  assert.deepEqual([format.feed, format.sheet], ['amazon', 'Template']);
  assert.deepEqual(products.slice(0, 2), amazonProducts);
});

test('values get the form of the attributes that exist, and what does not fit is a problem of its product', async () => {
  const attributes = [
    attribute('categories'),
    attribute('color', 'string', true),
    attribute('price', 'composite'),
    attribute('price/amount'),
  ];
  const { products, problems } = await readFeedOf(
    'sku;family;categories;enabled;color;price\na;;x;1;red;\nb;;x,y;1;;\nc;;;1;;5\n',
    {},
    attributes,
  );
  assert.deepEqual([products[0]?.['categories'], products[0]?.['color']], ['x', ['red']]);
  assert.deepEqual(problems, [
    'Row 3 (categories) "x | y", product "b": The file has several values, but the attribute takes only one. Make the attribute multi-valued.',
    'Row 4 (price) "5", product "c": The file has a text, but the attribute of this name has rows. Rename the attribute.',
  ]);
});

test('the preview of a feed marks the attributes that an import would create', async () => {
  const attributes = [
    attribute('categories'),
    { ...attribute('gtin'), name: 'EAN' },
    { ...attribute('short'), name: 'text' },
    { ...attribute('long'), name: 'text' },
    attribute('price', 'composite'),
    attribute('price/amount'),
  ];
  const file = fileOf('sku;family;categories;enabled;EAN;text;amount\na;;x;1;2;3;4\n');
  const format = await detectFormat(file);
  assert.ok(isFeedFormat(format));
  const spool = async (bytes: AsyncIterable<Uint8Array>) => fileOf(Buffer.concat(await collect(bytes)));
  const described = await describeFeed(file, format, attributes, { spool, maxProblems: 1 });
  assert.deepEqual(
    described.attributes.map(({ name, isNew }) => [name, isNew]),
    [
      ['__ID', false],
      ['__CATEGORY', false],
      ['categories', false],
      ['enabled', true],
      ['gtin', false],
      ['text', false],
      ['amount', true],
    ],
  );
});

test('two names of a feed that go to the same attribute are a problem', async () => {
  const gtin = { ...attribute('gtin'), name: 'EAN' };
  const { problems } = await readFeedOf('sku;family;categories;enabled;gtin;EAN\na;;x;1;1;2\n', {}, [gtin]);
  assert.match(problems.join(), /^Row 2 \(EAN\), product "a": Another value of the file goes to the same attribute/);
});

const tables: Record<string, string> = {
  'an own export': '__ID,Handle,Title,Variant SKU\n1,a,A,x\n',
  'a table of a supplier': 'sku;Farbe;Type\n1;rot;x\n',
  'columns named like those of a feed': 'id,title,price\n1,A,2\n',
  'a file of Magento': 'category,name,sku,price,qty\nGear,Bag,24-MB01,34,100\n',
};
for (const [name, content] of Object.entries(tables))
  test(`a plain table is not a feed: ${name}`, async () => {
    await assert.rejects(readFeedOf(content), /^Error: no feed/);
  });

test('a file whose kind was chosen is not a feed', async () => {
  await assert.rejects(readFeedOf('Handle,Title,Variant SKU\na,A,x\n', { kind: 'csv' }), /^Error: no feed/);
});

test('the line sep= of Excel is not a header', async () => {
  const { products } = await readFeedOf('sep=;\nHandle;Title;Variant SKU\na;A;x\n');
  assert.deepEqual(products, [{ __ID: 'a', __NAME: 'A', 'Variant SKU': 'x' }]);
});

test('the columns of an error file are ignored', async () => {
  const { products } = await readFeedOf('Handle,Title,Variant SKU,__ERROR_ROW,__ERRORS\na,A,x,2,bad\n');
  assert.deepEqual(products, [{ __ID: 'a', __NAME: 'A', 'Variant SKU': 'x' }]);
});

test('the header of rejected rows is the header that the feed was read with', async () => {
  const headerOf = async (feed: FeedName, ...rows: string[][]) =>
    feedHeader(each(rows.map((cells, index) => ({ row: index + 1, cells }))), feed);
  const vendor = ['vendor_sku#1.value ', 'item_name'];
  assert.deepEqual(await headerOf('amazon', ['TemplateType=fptcustom'], ['Seller SKU'], vendor, ['1', 'Pen']), vendor);
  assert.deepEqual(await headerOf('google-tsv', ['sep=', ''], ['id', 'title']), ['id', 'title']);
});
