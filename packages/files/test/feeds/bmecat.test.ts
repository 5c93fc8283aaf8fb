import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCatalogGroups } from '../../src/feeds/bmecat-groups.ts';
import { each } from '../tables.ts';
import { readFeedOf, writeFeedOf } from './feed-files.ts';

const catalogue = (products: string, more = '') => `<?xml version="1.0" encoding="UTF-8"?>
<BMECAT version="2005" xmlns="http://www.bmecat.org/bmecat/2005"><HEADER><CATALOG><LANGUAGE>deu</LANGUAGE></CATALOG></HEADER>
<T_NEW_CATALOG><CATALOG_GROUP_SYSTEM>
<CATALOG_STRUCTURE type="root"><GROUP_ID>1</GROUP_ID><GROUP_NAME>Root</GROUP_NAME><PARENT_ID>0</PARENT_ID></CATALOG_STRUCTURE>
<CATALOG_STRUCTURE type="node"><GROUP_ID>2</GROUP_ID><GROUP_NAME>Lights</GROUP_NAME><PARENT_ID>1</PARENT_ID></CATALOG_STRUCTURE>
<CATALOG_STRUCTURE type="leaf"><GROUP_ID>3</GROUP_ID><GROUP_NAME>Lamps</GROUP_NAME><PARENT_ID>2</PARENT_ID></CATALOG_STRUCTURE>
</CATALOG_GROUP_SYSTEM>
${products}${more}</T_NEW_CATALOG></BMECAT>`;
const assign = (id: string, group: string) =>
  `<PRODUCT_TO_CATALOGGROUP_MAP><PROD_ID>${id}</PROD_ID><CATALOG_GROUP_ID>${group}</CATALOG_GROUP_ID></PRODUCT_TO_CATALOGGROUP_MAP>`;
const etim = `<PRODUCT_FEATURES><REFERENCE_FEATURE_SYSTEM_NAME>ETIM-9.0</REFERENCE_FEATURE_SYSTEM_NAME><REFERENCE_FEATURE_GROUP_ID>EC001959</REFERENCE_FEATURE_GROUP_ID>
<FEATURE><FNAME>EF000008</FNAME><FVALUE>120.50</FVALUE><FUNIT>EU570448</FUNIT></FEATURE>
<FEATURE><FNAME>EF009346</FNAME><FVALUE>2700</FVALUE><FVALUE>6500</FVALUE></FEATURE></PRODUCT_FEATURES>`;
const lamp = `<PRODUCT mode="new"><SUPPLIER_PID type="supplier_specific">0815</SUPPLIER_PID>
<PRODUCT_DETAILS><DESCRIPTION_SHORT lang="deu">Lampe</DESCRIPTION_SHORT><DESCRIPTION_SHORT lang="eng">Lamp</DESCRIPTION_SHORT>
<DESCRIPTION_LONG lang="deu">Hell &amp; warm</DESCRIPTION_LONG><INTERNATIONAL_PID type="gtin">04006381333931</INTERNATIONAL_PID>
<MANUFACTURER_NAME>Acme</MANUFACTURER_NAME><KEYWORD>light</KEYWORD></PRODUCT_DETAILS>
${etim}
<PRODUCT_ORDER_DETAILS><ORDER_UNIT>C62</ORDER_UNIT><PRICE_QUANTITY>1</PRICE_QUANTITY></PRODUCT_ORDER_DETAILS>
<PRODUCT_PRICE_DETAILS><PRODUCT_PRICE price_type="net_customer"><PRICE_AMOUNT>12.3400</PRICE_AMOUNT><PRICE_CURRENCY>EUR</PRICE_CURRENCY></PRODUCT_PRICE></PRODUCT_PRICE_DETAILS>
<MIME_INFO><MIME><MIME_TYPE>application/pdf</MIME_TYPE><MIME_SOURCE>sheet.pdf</MIME_SOURCE></MIME><MIME><MIME_TYPE>image/jpeg</MIME_TYPE><MIME_SOURCE>lamp.jpg</MIME_SOURCE><MIME_PURPOSE>normal</MIME_PURPOSE></MIME></MIME_INFO>
<USER_DEFINED_EXTENSIONS><UDX.ACME.COLOR>red</UDX.ACME.COLOR></USER_DEFINED_EXTENSIONS>
<PRODUCT_REFERENCE type="consists_of" quantity="2"><PROD_ID_TO>bulb</PROD_ID_TO></PRODUCT_REFERENCE><PRODUCT_REFERENCE type="accessories"><PROD_ID_TO>shade</PROD_ID_TO></PRODUCT_REFERENCE></PRODUCT>`;
const lampProduct = {
  __ID: '0815',
  __NAME: 'Lampe',
  'DESCRIPTION_SHORT-deu': 'Lampe',
  'DESCRIPTION_SHORT-eng': 'Lamp',
  'DESCRIPTION_LONG-deu': 'Hell & warm',
  'INTERNATIONAL_PID-gtin': '04006381333931',
  MANUFACTURER_NAME: 'Acme',
  KEYWORD: ['light'],
  PRODUCT_FEATURES: [
    {
      REFERENCE_FEATURE_SYSTEM_NAME: 'ETIM-9.0',
      REFERENCE_FEATURE_GROUP_ID: 'EC001959',
      FEATURE: [
        { FNAME: 'EF000008', FVALUE: ['120.50'], FUNIT: 'EU570448' },
        { FNAME: 'EF009346', FVALUE: ['2700', '6500'] },
      ],
    },
  ],
  ORDER_UNIT: 'C62',
  PRICE_QUANTITY: '1',
  PRODUCT_PRICE_DETAILS: [
    { PRODUCT_PRICE: [{ price_type: 'net_customer', PRICE_AMOUNT: '12.3400', PRICE_CURRENCY: 'EUR' }] },
  ],
  PRIMARY_ASSET: 'lamp.jpg',
  MIME: [
    { MIME_TYPE: 'application/pdf', MIME_SOURCE: 'sheet.pdf' },
    { MIME_TYPE: 'image/jpeg', MIME_SOURCE: 'lamp.jpg', MIME_PURPOSE: 'normal' },
  ],
  'UDX.ACME.COLOR': 'red',
  PACKAGING: [{ __ID: 'bulb', QUANTITY: '2' }],
  PRODUCT_REFERENCE: [{ type: 'accessories', PROD_ID_TO: 'shade' }],
  __CATEGORY: 'Lights > Lamps',
  CATALOG_GROUP_ID: ['3', '2'],
};

test('BMEcat: a product with ETIM features, prices, references and its groups', async () => {
  const { format, products, problems } = await readFeedOf(catalogue(lamp, assign('0815', '3') + assign('0815', '2')));
  assert.deepEqual([format.feed, problems], ['bmecat', []]);
  assert.deepEqual(products, [lampProduct]);
});

const short = (id: string, content = '', mode = 'new') =>
  `<PRODUCT mode="${mode}"><SUPPLIER_PID>${id}</SUPPLIER_PID><PRODUCT_DETAILS><DESCRIPTION_SHORT>N</DESCRIPTION_SHORT></PRODUCT_DETAILS>${content}</PRODUCT>`;
const nasty: Record<string, [content: string, expected: unknown]> = {
  'without groups, the class of the features is the category': [catalogue(short('a', etim)), 'EC001959'],
  'a group that is not described': [catalogue(short('a'), assign('a', '99')), '99'],
  "groups that are each other's parent": [
    catalogue(
      short('a') +
        '<CATALOG_STRUCTURE type="leaf"><GROUP_ID>8</GROUP_ID><GROUP_NAME>X</GROUP_NAME><PARENT_ID>9</PARENT_ID></CATALOG_STRUCTURE><CATALOG_STRUCTURE type="leaf"><GROUP_ID>9</GROUP_ID><GROUP_NAME>Y</GROUP_NAME><PARENT_ID>8</PARENT_ID></CATALOG_STRUCTURE>',
      assign('a', '8'),
    ),
    'Y > X',
  ],
  'articles of version 1.2 with a document type': [
    '<!DOCTYPE BMECAT SYSTEM "bmecat_new_catalog_1_2.dtd"><BMECAT version="1.2"><T_NEW_CATALOG><ARTICLE><SUPPLIER_AID>a</SUPPLIER_AID><ARTICLE_DETAILS><DESCRIPTION_SHORT>N</DESCRIPTION_SHORT></ARTICLE_DETAILS></ARTICLE><ARTICLE_TO_CATALOGGROUP_MAP><ART_ID>a</ART_ID><CATALOG_GROUP_ID>7</CATALOG_GROUP_ID></ARTICLE_TO_CATALOGGROUP_MAP></T_NEW_CATALOG></BMECAT>',
    '7',
  ],
};
for (const [name, [content, category]] of Object.entries(nasty))
  test(`BMEcat: ${name}`, async () => {
    const { products } = await readFeedOf(content);
    assert.deepEqual(
      products.map(({ __ID, __NAME, __CATEGORY }) => [__ID, __NAME, __CATEGORY]),
      [['a', 'N', category]],
    );
  });

test('BMEcat: elements of version 1.2 have the names of 2005, and files of the guideline of ETIM are a primary asset', async () => {
  const file = (code: string, source: string) =>
    `<UDX.EDXF.MIME><UDX.EDXF.MIME_SOURCE>${source}</UDX.EDXF.MIME_SOURCE><UDX.EDXF.MIME_CODE>${code}</UDX.EDXF.MIME_CODE></UDX.EDXF.MIME>`;
  const { products } = await readFeedOf(
    `<BMECAT version="1.2"><T_NEW_CATALOG><ARTICLE><SUPPLIER_AID>a</SUPPLIER_AID><ARTICLE_DETAILS><DESCRIPTION_SHORT>N</DESCRIPTION_SHORT><MANUFACTURER_AID>m</MANUFACTURER_AID></ARTICLE_DETAILS>
    <ARTICLE_PRICE_DETAILS><ARTICLE_PRICE price_type="net_list"><PRICE_AMOUNT>1</PRICE_AMOUNT></ARTICLE_PRICE></ARTICLE_PRICE_DETAILS>
    <USER_DEFINED_EXTENSIONS><UDX.EDXF.MIME_INFO>${file('MD02', 'x.jpg')}${file('MD01', 'a.jpg')}</UDX.EDXF.MIME_INFO></USER_DEFINED_EXTENSIONS>
    <ARTICLE_REFERENCE type="consists_of" quantity="3"><ART_ID_TO>b</ART_ID_TO></ARTICLE_REFERENCE></ARTICLE></T_NEW_CATALOG></BMECAT>`,
  );
  const expected = {
    __ID: 'a',
    __NAME: 'N',
    MANUFACTURER_PID: 'm',
    PRODUCT_PRICE_DETAILS: [{ PRODUCT_PRICE: [{ price_type: 'net_list', PRICE_AMOUNT: '1' }] }],
    'UDX.EDXF.MIME_INFO': [
      {
        'UDX.EDXF.MIME': [
          { 'UDX.EDXF.MIME_SOURCE': 'x.jpg', 'UDX.EDXF.MIME_CODE': 'MD02' },
          { 'UDX.EDXF.MIME_SOURCE': 'a.jpg', 'UDX.EDXF.MIME_CODE': 'MD01' },
        ],
      },
    ],
    PACKAGING: [{ __ID: 'b', QUANTITY: '3' }],
    PRIMARY_ASSET: 'a.jpg',
  };
  assert.deepEqual(products, [expected]);
  const { PRIMARY_ASSET: _, ...written } = expected;
  const again = await readFeedOf(await writeFeedOf([written], 'bmecat'));
  assert.deepEqual(again.products, [expected]);
});

test('BMEcat: groups with too long texts are refused with that reason', async () => {
  const group = `<CATALOG_STRUCTURE type="node"><GROUP_ID>1</GROUP_ID><GROUP_NAME>${'x'.repeat(4_000_000)}</GROUP_NAME></CATALOG_STRUCTURE>`;
  const text = ['<BMECAT>', ...Array.from({ length: 17 }, () => group), '</BMECAT>'];
  await assert.rejects(readCatalogGroups(each(text)), {
    code: 'file-too-large',
    message: /^The groups of the catalogue and the assignments to them have more than 67108864 characters\./,
  });
});

test('BMEcat: a product to delete is a problem', async () => {
  const { problems } = await readFeedOf(catalogue(`\n${short('a', '', 'delete')}`));
  assert.match(problems.join(), /^Line 9, product "a": The file asks to delete the product/);
});

test('an export as BMEcat holds the same product, and other attributes as features of their own', async () => {
  const other = {
    __ID: 'bulb',
    __NAME: 'Bulb <1>',
    __FAMILY: '0815',
    __CATEGORY: 'Bulbs',
    heat: '3',
    claims: ['a', 'b'],
    DESCRIPTION_LONG: 'L',
    PRIMARY_ASSET: 'https://x.test/b.png?v=1&w=2',
  };
  const { products, problems } = await readFeedOf(await writeFeedOf([lampProduct, other], 'bmecat'));
  assert.deepEqual(problems, []);
  // An export has one level of groups. The name of a group is its whole path.
  assert.deepEqual(products[0], lampProduct);
  const { CATALOG_GROUP_ID: group, MIME: mime, ...bulb } = products[1] ?? {};
  assert.deepEqual(bulb, other);
  assert.deepEqual(
    [group, mime],
    [['c1'], [{ MIME_TYPE: 'image/png', MIME_SOURCE: 'https://x.test/b.png?v=1&w=2', MIME_PURPOSE: 'normal' }]],
  );
});

test('an export as BMEcat generates no id that a later product states', async () => {
  const inGroup = (id: string, category: string, ...stated: string[]) => ({
    __ID: id,
    __NAME: 'N',
    __CATEGORY: category,
    ...(stated.length === 0 ? {} : { CATALOG_GROUP_ID: stated }),
  });
  const exported = [inGroup('a', 'New'), inGroup('b', 'Old', 'c1'), inGroup('c', 'Top', 'root'), inGroup('d', 'New')];
  const { products, problems } = await readFeedOf(await writeFeedOf(exported, 'bmecat'));
  assert.deepEqual(problems, []);
  assert.deepEqual(
    products.map(({ __CATEGORY: category, CATALOG_GROUP_ID: group }) => [category, group]),
    [
      ['New', ['c2']],
      ['Old', ['c1']],
      ['Top', ['root']],
      ['New', ['c2']],
    ],
  );
});

const refused: Record<string, [product: Record<string, unknown>, message: RegExp]> = {
  'no name': [{ __ID: 'a' }, /__NAME of product "a" is empty, and BMEcat needs a DESCRIPTION_SHORT/],
  'an id that is too long': [
    { __ID: 'a'.repeat(33), __NAME: 'A' },
    /__ID of product "a{33}" has 33 characters, but SUPPLIER_PID takes at most 32/,
  ],
  'a name that is too long': [
    { __ID: 'a', __NAME: 'A'.repeat(151) },
    /__NAME of product "a" has 151 characters, but DESCRIPTION_SHORT takes at most 150/,
  ],
  'rows without a place in BMEcat': [
    { __ID: 'a', __NAME: 'A', sizes: [{ width: '1' }] },
    /sizes of product "a" has rows/,
  ],
  'a character that XML cannot carry': [
    { __ID: 'a', __NAME: 'A', heat: '\u0000' },
    /heat of product "a" has a character/,
  ],
  'a category with a character that XML cannot carry': [
    { __ID: 'a', __NAME: 'A', __CATEGORY: 'x\u0001' },
    /__CATEGORY of product "a" has a character/,
  ],
  'several values of an attribute of an element': [
    { __ID: 'a', __NAME: 'A', MIME: [{ lang: ['deu', 'eng'] }] },
    /MIME\/lang of product "a" has several values/,
  ],
  'a child that is no name of an element': [
    { __ID: 'a', __NAME: 'A', MIME: [{ '100g': '1' }] },
    /MIME\/100g of product "a" is not a valid element name/,
  ],
};
for (const [name, [product, message]] of Object.entries(refused))
  test(`an export as BMEcat is refused by name: ${name}`, async () => {
    await assert.rejects(writeFeedOf([product], 'bmecat'), { code: 'format-cannot-carry', message });
  });
