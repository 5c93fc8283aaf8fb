import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attribute } from '../tables.ts';
import { readFeedOf } from './feed-files.ts';

const description = (text: string, language = 'en') =>
  `<tradeItemDescription languageCode="${language}">${text}</tradeItemDescription>`;
const item3 = (gtin: string, descriptor: string, descriptions: string, inner = '') => `<catalogueItem>
  <dataRecipient>4000001000005</dataRecipient>
  <catalogueItemState><catalogueItemStateCode>REGISTERED</catalogueItemStateCode></catalogueItemState>
  <tradeItem><tradeItemUnitDescriptorCode>${descriptor}</tradeItemUnitDescriptorCode><gtin>${gtin}</gtin>
    <gdsnTradeItemClassification><gpcCategoryCode>10000045</gpcCategoryCode></gdsnTradeItemClassification>
    <tradeItemInformation><extension><m:tradeItemDescriptionModule xmlns:m="urn:m"><tradeItemDescriptionInformation>${descriptions}</tradeItemDescriptionInformation></m:tradeItemDescriptionModule></extension></tradeItemInformation>
  </tradeItem>${inner}</catalogueItem>`;
const link = (quantity: number, item: string) =>
  `<catalogueItemChildItemLink><quantity>${quantity}</quantity>${item}</catalogueItemChildItemLink>`;
const message = (content: string) =>
  `<?xml version="1.0"?><ns:catalogueItemNotificationMessage xmlns:ns="urn:gs1:gdsn:catalogue_item_notification:xsd:3" xmlns:xsi="http://x" xsi:schemaLocation="a b"><transaction><documentCommand><catalogueItemNotification>${content}</catalogueItemNotification></documentCommand></transaction></ns:catalogueItemNotificationMessage>`;

const each = item3('00028000131708', 'BASE_UNIT_OR_EACH', description('Riegel', 'de') + description('Bar'));
const pallet = item3(
  '20028000131702',
  'PALLET',
  description('Palette', 'de'),
  link(
    3,
    item3(
      '10028000131705',
      'CASE',
      description('Case'),
      link(36, each) + link(2, item3('4012345678901', 'PACK_OR_INNER_PACK', '')),
    ),
  ),
);

test('GDSN 3: each level of the hierarchy is a product with its next lower level as packaging', async () => {
  const { format, products, problems } = await readFeedOf(message(pallet));
  assert.deepEqual([format.feed, problems], ['gdsn', []]);
  assert.deepEqual(
    products.map(({ __ID, __NAME, __CATEGORY, PACKAGING }) => [__ID, __NAME, __CATEGORY, PACKAGING]),
    [
      ['00028000131708', 'Bar', '10000045', undefined],
      ['4012345678901', undefined, '10000045', undefined],
      [
        '10028000131705',
        'Case',
        '10000045',
        [
          { __ID: '00028000131708', QUANTITY: '36' },
          { __ID: '4012345678901', QUANTITY: '2' },
        ],
      ],
      ['20028000131702', 'Palette', '10000045', [{ __ID: '10028000131705', QUANTITY: '3' }]],
    ],
  );
  const [bar] = products;
  assert.equal(bar?.['tradeItemUnitDescriptorCode'], 'BASE_UNIT_OR_EACH');
  assert.deepEqual(bar?.['catalogueItemState'], [{ catalogueItemStateCode: 'REGISTERED' }]);
  assert.deepEqual(bar?.['tradeItemInformation'], [
    {
      extension: [
        {
          tradeItemDescriptionModule: [
            {
              tradeItemDescriptionInformation: [
                {
                  tradeItemDescription: [
                    { languageCode: 'de', text: 'Riegel' },
                    { languageCode: 'en', text: 'Bar' },
                  ],
                },
              ],
            },
          ],
        },
      ],
    },
  ]);
});

test('GDSN: the definitions of nested rows are listed, parents before their children', async () => {
  const { definitions } = await readFeedOf(message(each), {}, [
    attribute('tradeItemInformation', 'composite'),
    attribute('tradeItemInformation/extension', 'composite'),
  ]);
  assert.deepEqual(
    definitions.slice(2).map(({ id, compositeAttribute, type }) => [id, compositeAttribute, type.id, type.multiValue]),
    [
      ['gdsnTradeItemClassification', null, 'composite', true],
      ['gdsnTradeItemClassification.gpcCategoryCode', 'gdsnTradeItemClassification', 'string', false],
      ['extension.tradeItemDescriptionModule', 'extension', 'composite', true],
      [
        'extension.tradeItemDescriptionModule.tradeItemDescriptionInformation',
        'extension.tradeItemDescriptionModule',
        'composite',
        true,
      ],
      ...['', '.languageCode', '.text'].map((child) => {
        const parent = 'extension.tradeItemDescriptionModule.tradeItemDescriptionInformation';
        const name = `${parent}.tradeItemDescription`;
        return child === '' ? [name, parent, 'composite', true] : [`${name}${child}`, name, 'string', false];
      }),
      ['catalogueItemState', null, 'composite', true],
      ['catalogueItemState.catalogueItemStateCode', 'catalogueItemState', 'string', false],
    ],
  );
});

const item2 = (command: string, inner: string) =>
  `<sh:StandardBusinessDocument xmlns:sh="urn:sh"><documentCommand><documentCommandHeader type="${command}"/><documentCommandOperand><gdsn:catalogueItemNotification xmlns:gdsn="urn:gdsn"><catalogueItem><tradeItem><tradeItemUnitDescriptor>CASE</tradeItemUnitDescriptor><tradeItemIdentification><gtin>10028000131705</gtin></tradeItemIdentification>${inner}</tradeItem></catalogueItem></gdsn:catalogueItemNotification></documentCommandOperand></documentCommand></sh:StandardBusinessDocument>`;

test('GDSN 2: without the items themselves, the links of the next lower level count', async () => {
  const lower =
    '<nextLowerLevelTradeItemInformation><quantityOfChildren>1</quantityOfChildren><childTradeItem><quantityofNextLowerLevelTradeItem>10</quantityofNextLowerLevelTradeItem><tradeItemIdentification><gtin>00028000131791</gtin></tradeItemIdentification></childTradeItem></nextLowerLevelTradeItemInformation>';
  const { products } = await readFeedOf(item2('ADD', lower));
  assert.deepEqual(products, [
    {
      __ID: '10028000131705',
      PACKAGING: [{ __ID: '00028000131791', QUANTITY: '10' }],
      tradeItemUnitDescriptor: 'CASE',
      tradeItemIdentification: [{ gtin: '10028000131705' }],
    },
  ]);
});

test('GDSN: a deletion is a problem, and so is an item without GTIN', async () => {
  assert.match(
    (await readFeedOf(item2('DELETE', ''))).problems.join(),
    /^Line 1, product "10028000131705": The file asks to delete the product/,
  );
  const without = await readFeedOf(message('\n<catalogueItem><tradeItem><x>1</x></tradeItem></catalogueItem>'));
  assert.match(without.problems.join(), /^Line 2: The row has no product id/);
});

test('GDSN: an element that is a text here and has attributes there becomes rows in all products', async () => {
  const both =
    item3('1', 'A', description('One')) + item3('2', 'B', '<tradeItemDescription>Two</tradeItemDescription>');
  const { products, problems } = await readFeedOf(message(both));
  assert.deepEqual(problems, []);
  assert.match(JSON.stringify(products[1]), /"tradeItemDescription":\[\{"text":"Two"\}\]/);
});
