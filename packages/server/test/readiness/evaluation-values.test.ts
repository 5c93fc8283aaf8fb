import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StandardAttribute, TargetTypeId } from '@pimento/contract';
import { Decimal, parseDecimal } from '@pimento/formula';
import type { KnownAsset } from '../../src/readiness/values/known-asset.ts';
import { attribute, codesOf, listOf, noFacts, productOf, rulesetOf, shapeOf } from './ruleset-fixture.ts';

const text = { id: 'string' as const };
const client = [
  attribute('a'),
  attribute('b'),
  attribute('n', 'decimal'),
  attribute('pictures', 'asset', { isMultiValue: true }),
];

const picture = (more: Partial<KnownAsset['facts']>, state: KnownAsset['state'] = 'ready'): KnownAsset => ({
  state,
  fileName: 'pen.png',
  facts: {
    width: 1200,
    height: 1200,
    type: 'image/png',
    size: 1000,
    address: 'https://files.example/pen.png',
    ...more,
  },
});
const imageStandard = {
  attributes: [
    {
      id: 'image',
      name: 'Image',
      type: { id: 'asset' as const },
      requirement: 'required' as const,
      levels: { aspectRatio: 'warning' as const },
      restriction: {
        parameters: {
          contentTypes: ['image/jpeg', 'image/*'],
          minPixelWidth: 500,
          minPixelHeight: 500,
          maxMegapixels: '2',
          maxFileSizeBytes: 2000,
          aspectRatio: '1:1',
          aspectTolerance: '0.05',
          publicAddress: true,
          fileNamePattern: '\\.png$',
        },
      },
    },
  ],
};

test('files are checked by type, size, pixels, exact ratio, name and address', () => {
  const ruleset = rulesetOf(imageStandard, { targets: [{ target: 'image', value: 'PRIMARY_ASSET' }] }, client);
  const found = (asset?: KnownAsset) =>
    codesOf(
      ruleset.evaluate(productOf({}, { primaryAsset: 'pen' }), {
        ...noFacts,
        assets: new Map(asset === undefined ? [] : [['pen', asset]]),
      }),
    );
  assert.deepEqual(found(picture({})), []);
  assert.deepEqual(found(picture({ width: 400, height: 400 })), ['image-too-small image']);
  assert.deepEqual(found(picture({ width: 1500, height: 1500 })), ['image-too-large image']);
  assert.deepEqual(found(picture({ width: 1050, height: 1000 })), []);
  assert.deepEqual(found(picture({ width: 1051, height: 1000 })), ['~image-wrong-aspect image']);
  assert.deepEqual(found(picture({ type: 'application/pdf' })), ['image-type image']);
  assert.deepEqual(found(picture({ size: 2001 })), ['file-too-large image']);
  assert.deepEqual(found(picture({ address: null })), ['no-public-address image']);
  assert.deepEqual(found({ ...picture({}), fileName: 'pen.jpg' }), ['file-name image']);
  const { width: _width, height: _height, ...unmeasured } = picture({}).facts;
  assert.deepEqual(found({ ...picture({}), facts: unmeasured }), ['~image-not-measured image']);
  assert.deepEqual(found(picture({}, 'waiting')), ['asset-not-ready image']);
  assert.deepEqual(found(picture({}, 'failed')), ['asset-failed image']);
  assert.deepEqual(found(), ['asset-not-ready image']);
});

test('an asset without content makes its target missing, not invalid', () => {
  const ruleset = rulesetOf(imageStandard, { targets: [{ target: 'image', value: 'PRIMARY_ASSET' }] }, client);
  const evaluated = ruleset.evaluate(productOf({}, { primaryAsset: 'pen' }), noFacts);
  assert.deepEqual(
    [evaluated.outcome, evaluated.isValid, evaluated.filled, Object.keys(shapeOf(evaluated) as object).length],
    ['incomplete', true, 0, 0],
  );
});

test('values are written in every form of the standard', () => {
  const target = (
    id: string,
    type: TargetTypeId,
    output: StandardAttribute['output'],
    more: Partial<StandardAttribute> = {},
  ): StandardAttribute => ({ id, name: id, type: { id: type }, output, ...more });
  const units = { units: ['oz'] };
  const ruleset = rulesetOf(
    {
      unitsOfMeasure: { oz: { name: 'Ounce', rec20: 'ONZ' } },
      attributes: [
        target('money', 'money', {}),
        target('minor', 'money', { as: 'object', minorUnits: true }),
        target('fine', 'money', { minorUnits: true }),
        target('template', 'money', { template: '{currency}{amount}' }),
        target('number', 'decimal', { as: 'number' }),
        target('kept', 'decimal', {}),
        target('quantity', 'quantity', { as: 'object', unit: 'oz' }, units),
        target('wrongUnit', 'quantity', {}, units),
        target('yes', 'boolean', { booleans: { true: 'yes', false: 'no' } }),
        target('flag', 'boolean', {}),
        target('date', 'date', { datePattern: 'dd.MM.yyyy' }),
        target('url', 'url', {}),
        target('notUrl', 'url', {}),
      ],
    },
    {
      targets: [
        { target: 'money', value: 'money(n, "EUR")' },
        { target: 'minor', value: 'money(1.5, "EUR")' },
        { target: 'fine', value: 'money(1.555, "EUR")' },
        { target: 'template', value: '"7.10 USD"' },
        { target: 'number', value: 'n' },
        { target: 'kept', value: 'n' },
        { target: 'quantity', value: 'quantity("1 lb")' },
        { target: 'wrongUnit', value: 'quantity("1 lb")' },
        { target: 'yes', value: 'n > 1' },
        { target: 'flag', value: '"true"' },
        { target: 'date', value: '"2026-01-31"' },
        { target: 'url', value: '"https://shop.example/a?b#c"' },
        { target: 'notUrl', value: '"javascript:alert(1)"' },
      ],
    },
    client,
  );
  const evaluated = ruleset.evaluate(productOf({ n: '1.50' }), noFacts);
  assert.deepEqual(codesOf(evaluated), ['too-many-decimals fine', 'unit-not-allowed wrongUnit', 'not-a-url notUrl']);
  assert.deepEqual(shapeOf(evaluated), {
    money: '1.50 EUR',
    minor: { amount: 150, currency: 'EUR' },
    template: 'USD7.10',
    number: 1.5,
    kept: '1.50',
    quantity: { value: 16, unit: 'oz' },
    yes: 'yes',
    flag: true,
    date: '31.01.2026',
    url: 'https://shop.example/a?b#c',
  });
});

test('single-valued composites are nested objects of any depth, and plain values can become rows', () => {
  const ruleset = rulesetOf(
    {
      attributes: [
        { id: 'seller', name: 'Seller', type: { id: 'composite' } },
        { id: 'address', compositeAttribute: 'seller', name: 'Address', type: { id: 'composite' } },
        { id: 'city', compositeAttribute: 'seller/address', name: 'City', type: text, requirement: 'required' },
        { id: 'zip', compositeAttribute: 'seller/address', name: 'Zip', type: text },
        { id: 'media', name: 'Media', type: { id: 'composite', multiValue: true } },
        { id: 'kind', compositeAttribute: 'media', name: 'Kind', type: text },
        { id: 'file', compositeAttribute: 'media', name: 'File', type: { id: 'asset' } },
        { id: 'size', compositeAttribute: 'media', name: 'Size', type: { id: 'composite' } },
        {
          id: 'width',
          compositeAttribute: 'media/size',
          name: 'Width',
          type: { id: 'integer' },
          output: { as: 'number' },
        },
      ],
    },
    {
      targets: [
        { target: 'seller/address/city', value: 'a' },
        {
          target: 'media',
          rows: 'list(PRIMARY_ASSET, pictures)',
          children: [
            { target: 'kind', value: '"image"' },
            { target: 'file', value: 'it' },
            { target: 'size', children: [{ target: 'width', value: 'image(it, "width")' }] },
          ],
        },
      ],
    },
    client,
  );
  const assets = new Map([
    ['p', picture({ width: 10 })],
    ['q', picture({ width: 20 })],
  ]);
  const product = productOf({ a: 'Rome', pictures: ['q'] }, { primaryAsset: 'p' });
  const evaluated = ruleset.evaluate(product, { ...noFacts, assets });
  assert.deepEqual(codesOf(evaluated), []);
  assert.deepEqual(shapeOf(evaluated), {
    seller: { address: { city: 'Rome' } },
    media: [
      { kind: 'image', file: 'p', size: { width: 10 } },
      { kind: 'image', file: 'q', size: { width: 20 } },
    ],
  });
});

test('rows inside rows read the children of both, of the innermost first', () => {
  const deep = attribute('outer', 'composite', {
    children: [
      { ...attribute('name'), key: 'outer/name' },
      {
        ...attribute('inner', 'composite'),
        key: 'outer/inner',
        children: [
          { ...attribute('name'), key: 'outer/inner/name' },
          { ...attribute('x'), key: 'outer/inner/x' },
        ],
      },
      { ...attribute('y'), key: 'outer/y' },
    ],
  });
  const ruleset = rulesetOf(
    {
      attributes: [
        { id: 'o', name: 'O', type: { id: 'composite', multiValue: true } },
        { id: 'label', compositeAttribute: 'o', name: 'L', type: text },
        { id: 'i', compositeAttribute: 'o', name: 'I', type: { id: 'composite', multiValue: true } },
        { id: 'label', compositeAttribute: 'o/i', name: 'L', type: text },
        { id: 'after', compositeAttribute: 'o', name: 'A', type: text },
      ],
    },
    {
      targets: [
        {
          target: 'o',
          rows: 'outer',
          children: [
            { target: 'label', value: 'name' },
            { target: 'i', rows: 'inner', children: [{ target: 'label', value: 'join("/", product.a, y, name, x)' }] },
            { target: 'after', value: 'let v = name; v & y' },
          ],
        },
      ],
    },
    [...client, deep],
  );
  const evaluated = ruleset.evaluate(
    productOf({
      a: 'top',
      outer: [
        { name: '1', y: 'Y1', inner: [{ name: 'n', x: 'x' }, { x: 'z' }] },
        { name: '2', y: 'Y2', inner: [] },
      ],
    }),
    noFacts,
  );
  assert.deepEqual(shapeOf(evaluated), {
    o: [
      { label: '1', i: [{ label: 'top/Y1/n/x' }, { label: 'top/Y1/z' }], after: '1Y1' },
      { label: '2', after: '2Y2' },
    ],
  });
});

test('a value whose parent value differs from the other target is not in the list', () => {
  const ruleset = rulesetOf(
    {
      valueLists: [
        {
          id: 'cities',
          values: [{ value: 'Rome', parentValue: 'IT' }, { value: 'Oslo', parentValue: 'NO' }, { value: 'Any' }],
        },
      ],
      attributes: [
        { id: 'city', name: 'City', type: text, restriction: { valueList: 'cities', dependsOn: 'country' } },
        { id: 'country', name: 'Country', type: text },
      ],
    },
    {
      targets: [
        { target: 'city', value: 'a' },
        { target: 'country', value: 'b' },
      ],
    },
    client,
  );
  const found = (a: string) => codesOf(ruleset.evaluate(productOf({ a, b: 'IT' }), noFacts));
  assert.deepEqual([found('Rome'), found('Any'), found('Oslo')], [[], [], ['not-in-list city']]);
});

test('lists that the adapter reports restrict values; a list that is not reported does not', () => {
  const document = {
    attributes: [
      { id: 'x', name: 'X', type: text, restriction: { valueList: { from: 'account' as const, id: 'shelves' } } },
    ],
  };
  const mapping = { targets: [{ target: 'x', value: 'a' }] };
  const reported = { client: new Map(), account: new Map([['shelves', listOf('shelves', ['A'])]]) };
  const withList = rulesetOf(document, mapping, client, { reportedLists: reported });
  assert.deepEqual(codesOf(withList.evaluate(productOf({ a: 'B' }), noFacts)), ['not-in-list x']);
  assert.deepEqual(codesOf(withList.evaluate(productOf({ a: 'A' }), noFacts)), []);
  assert.deepEqual(codesOf(rulesetOf(document, mapping, client).evaluate(productOf({ a: 'B' }), noFacts)), []);
});

test('a warning of one parameter does not hide the error of another', () => {
  const ruleset = rulesetOf(
    {
      attributes: [
        {
          id: 'x',
          name: 'X',
          type: text,
          restriction: { parameters: { maxLength: 3, maxBytes: 4 }, patterns: ['^A'] },
          levels: { maxLength: 'warning' },
        },
      ],
    },
    { targets: [{ target: 'x', value: 'a' }] },
    client,
  );
  const found = (a: string) => codesOf(ruleset.evaluate(productOf({ a }), noFacts));
  assert.deepEqual(found('ABC'), []);
  assert.deepEqual(found('ABCD'), ['~too-long x']);
  assert.deepEqual(found('BCDE'), ['pattern-mismatch x', '~too-long x']);
  assert.deepEqual(found('Aéé'), ['too-many-bytes x']);
});

test('at most 100 problems are kept; all are counted', () => {
  const ruleset = rulesetOf(
    {
      attributes: Array.from({ length: 150 }, (_, index) => ({
        id: `t${index}`,
        name: `T${index}`,
        type: text,
        requirement: 'required' as const,
      })),
    },
    {},
    client,
  );
  const evaluated = ruleset.evaluate(productOf({}), noFacts);
  assert.deepEqual([evaluated.problems.length, evaluated.problemCount, evaluated.errors], [100, 150, 150]);
});

test('packaging links are readable, and numbers keep all digits', () => {
  assert.ok(parseDecimal('2.50') instanceof Decimal);
  const ruleset = rulesetOf(
    { attributes: [{ id: 'q', name: 'Q', type: { id: 'decimal', multiValue: true } }] },
    { targets: [{ target: 'q', value: 'packaging("quantities")' }] },
    client,
  );
  const packaging = [
    { __ID: 'BOX', QUANTITY: '2.50' },
    { __ID: 'P', QUANTITY: '12345678901234567890.123' },
  ];
  assert.deepEqual(shapeOf(ruleset.evaluate(productOf({}, { packaging }), noFacts)), {
    q: ['2.50', '12345678901234567890.123'],
  });
});
