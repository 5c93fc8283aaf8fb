import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attribute, codesOf, noFacts, productOf, rulesetOf, shapeOf } from './ruleset-fixture.ts';

const client = [
  attribute('brand'),
  attribute('color'),
  attribute('stock', 'integer'),
  attribute('net_weight', 'decimal', { units: ['kg'] }),
  attribute('gallery', 'asset', { isMultiValue: true }),
  attribute('price', 'composite', {
    children: [
      { ...attribute('amount', 'decimal'), key: 'price/amount' },
      { ...attribute('currency'), key: 'price/currency' },
    ],
  }),
  attribute('specs', 'composite', {
    children: [
      { ...attribute('name'), key: 'specs/name' },
      { ...attribute('value'), key: 'specs/value' },
      { ...attribute('unit'), key: 'specs/unit' },
    ],
  }),
];

const standard = {
  unitsOfMeasure: { lb: { name: 'Pound', rec20: 'LBR' } },
  valueLists: [
    { id: 'colors', values: [{ value: 'Blue', label: 'Deep blue' }, { value: 'Grey' }] },
    { id: 'availability', values: [{ value: 'in_stock' }, { value: 'out_of_stock' }] },
  ],
  attributes: [
    { id: 'id', name: 'ID', type: { id: 'string' as const }, requirement: 'required' as const, defaultFormula: '__ID' },
    {
      id: 'title',
      name: 'Title',
      type: { id: 'string' as const },
      requirement: 'required' as const,
      restriction: { parameters: { maxLength: 20 } },
    },
    {
      id: 'price',
      name: 'Price',
      type: { id: 'money' as const },
      requirement: 'required' as const,
      restriction: { parameters: { minValue: '0.01', maxDecimals: 2 } },
    },
    { id: 'color', name: 'Color', type: { id: 'string' as const }, restriction: { valueList: 'colors' } },
    {
      id: 'weight',
      name: 'Weight',
      type: { id: 'quantity' as const },
      units: ['lb'],
      requirement: 'recommended' as const,
    },
    {
      id: 'detail',
      name: 'Details',
      type: { id: 'composite' as const, multiValue: true },
      uniqueBy: ['name'],
      maxItems: 3,
    },
    {
      id: 'name',
      compositeAttribute: 'detail',
      name: 'Name',
      type: { id: 'string' as const },
      requirement: 'required' as const,
    },
    {
      id: 'value',
      compositeAttribute: 'detail',
      name: 'Value',
      type: { id: 'string' as const },
      requirement: 'required' as const,
    },
  ],
};

const mapping = {
  targets: [
    { target: 'title', value: 'join(" ", brand, __NAME, color)' },
    { target: 'price', value: 'row(price, currency = "USD").amount | money("USD")' },
    { target: 'color', value: 'color', map: 'colors' },
    { target: 'weight', value: 'net_weight | convert("lb") | round(2)' },
    {
      target: 'detail',
      rows: 'rows(specs, filled(value))',
      children: [
        { target: 'name', value: 'name' },
        { target: 'value', value: 'value & " " & unit & product.brand' },
      ],
    },
  ],
  maps: { colors: { ignoreCase: true, entries: { navy: 'Blue' } } },
};

const ruleset = rulesetOf(standard, mapping, client);
const full = {
  brand: 'Acme',
  color: 'NAVY',
  net_weight: '1',
  price: [
    { amount: '2', currency: 'EUR' },
    { amount: '1.20', currency: 'USD' },
  ],
  specs: [{ name: 'Ink', value: 'blue', unit: '' }, { name: 'Empty' }, { name: 'Width', value: '5', unit: 'mm' }],
};

test('a product that satisfies the standard is ready, and its shape has the values of the mapping', () => {
  const evaluation = ruleset.evaluate(productOf(full), noFacts);
  assert.deepEqual(codesOf(evaluation), []);
  assert.deepEqual(shapeOf(evaluation), {
    id: 'PEN-1',
    title: 'Acme Pen NAVY',
    price: '1.20 USD',
    color: 'Blue',
    weight: '2.2 lb',
    detail: [
      { name: 'Ink', value: 'blue Acme' },
      { name: 'Width', value: '5 mmAcme' },
    ],
  });
  const { outcome, isComplete, isValid, required, filled, recommended, recommendedFilled } = evaluation;
  assert.deepEqual(
    { outcome, isComplete, isValid, required, filled, recommended, recommendedFilled },
    { outcome: 'ready', isComplete: true, isValid: true, required: 3, filled: 3, recommended: 1, recommendedFilled: 1 },
  );
});

test('a missing required value makes a product incomplete, a missing recommended one is a warning', () => {
  const { price: _price, net_weight: _weight, ...rest } = full;
  const evaluation = ruleset.evaluate(productOf(rest), noFacts);
  assert.deepEqual(codesOf(evaluation), ['required-missing price', '~recommended-missing weight']);
  assert.equal(evaluation.outcome, 'incomplete');
  assert.equal(evaluation.isValid, true);
  assert.deepEqual([evaluation.required, evaluation.filled, evaluation.recommendedFilled], [3, 2, 0]);
  assert.deepEqual([evaluation.errors, evaluation.warnings], [1, 1]);
});

test('values that break the standard make a product invalid', () => {
  const product = productOf({
    ...full,
    brand: 'A very long brand',
    color: 'Pink',
    price: [{ amount: '0.001', currency: 'USD' }],
  });
  const evaluation = ruleset.evaluate(product, noFacts);
  assert.deepEqual(codesOf(evaluation), ['too-long title', 'below-minimum price', 'not-in-list color']);
  assert.equal(evaluation.outcome, 'invalid');
});

test('a value map finds exact entries, folded entries, and values and labels of the list', () => {
  for (const color of ['navy', 'Navy', 'blue', 'deep BLUE', 'Blue'])
    assert.equal(ruleset.evaluate(productOf({ ...full, color }), noFacts).shape.get('color'), 'Blue', color);
});

test('the values 0, false and blank text are not missing', () => {
  const evaluated = rulesetOf(
    {
      attributes: [
        { id: 'zero', name: 'Zero', type: { id: 'integer' }, requirement: 'required' },
        { id: 'no', name: 'No', type: { id: 'boolean' }, requirement: 'required' },
        { id: 'blank', name: 'Blank', type: { id: 'string' }, requirement: 'required' },
      ],
    },
    {
      targets: [
        { target: 'zero', value: 'stock' },
        { target: 'no', value: 'stock > 0' },
        { target: 'blank', value: 'brand' },
      ],
    },
    client,
  ).evaluate(productOf({ stock: '0', brand: ' ' }), noFacts);
  assert.deepEqual(codesOf(evaluated), []);
  assert.deepEqual(shapeOf(evaluated), { zero: '0', no: false, blank: ' ' });
  assert.equal(evaluated.outcome, 'ready');
});

test('a failed formula is the only problem of its target and has the position of the failed part', () => {
  const evaluated = rulesetOf(
    { attributes: [{ id: 'n', name: 'N', type: { id: 'decimal' }, requirement: 'required' }] },
    { targets: [{ target: 'n', value: '1 + stock / 0' }] },
    client,
  ).evaluate(productOf({ stock: '4' }), noFacts);
  assert.deepEqual(codesOf(evaluated), ['division-by-zero n']);
  assert.deepEqual(evaluated.problems[0]?.params, { attribute: 'N', line: 1, column: 5 });
  assert.equal(evaluated.outcome, 'invalid');
});

test('a formula that cannot be compiled is reported for each product instead of stopping the evaluation', () => {
  const evaluated = rulesetOf(
    { attributes: [{ id: 'n', name: 'N', type: { id: 'string' } }] },
    { targets: [{ target: 'n', value: 'join(" ", deleted)' }] },
    client,
  ).evaluate(productOf({}), noFacts);
  assert.deepEqual(codesOf(evaluated), ['broken-formula n']);
  assert.deepEqual(evaluated.problems[0]?.params, {
    attribute: 'N',
    fault: 'unknown-attribute',
    name: 'deleted',
    reason: 'There is no attribute "deleted".',
    line: 1,
    column: 11,
  });
});

test('a required target without a mapping is reported as unmapped, a deliberately empty one as missing', () => {
  const { problems } = rulesetOf(
    {
      attributes: [
        { id: 'gtin', name: 'GTIN', type: { id: 'gtin' }, requirement: 'required' },
        { id: 'mpn', name: 'MPN', type: { id: 'string' }, requirement: 'required' },
      ],
    },
    { targets: [{ target: 'mpn', value: '' }] },
    client,
  ).evaluate(productOf({}), noFacts);
  assert.deepEqual(
    problems.map(({ code }) => code),
    ['required-unmapped', 'required-missing'],
  );
});

test('rows are counted, must differ and must have their required children', () => {
  const specs = ['a', 'b', 'b', 'c'].map((name) => ({ name, value: 'v', unit: 'u' }));
  const tooMany = ruleset.evaluate(productOf({ ...full, specs }), noFacts);
  assert.deepEqual(codesOf(tooMany), ['too-many-items detail', 'rows-not-unique detail']);
  assert.deepEqual(tooMany.problems[1]?.params, { attribute: 'Details', row: 3, firstRow: 2 });
  const incomplete = ruleset.evaluate(
    productOf({ ...full, specs: [{ name: 'a', value: '1' }, { value: '2' }] }),
    noFacts,
  );
  assert.deepEqual(codesOf(incomplete), ['required-missing detail/name 2']);
  assert.equal(incomplete.outcome, 'incomplete');
});

test('the hash changes with the shape only', () => {
  const hash = (values: object) => ruleset.evaluate(productOf({ ...full, ...values }), noFacts).outputHash;
  assert.equal(hash({ gallery: ['x'] }), hash({}));
  assert.notEqual(hash({ brand: 'Other' }), hash({}));
  assert.notEqual(hash({ specs: [] }), hash({}));
});

test('a composite is filled by the formulas of its standard, whose children read the element', () => {
  const text = { id: 'string' as const };
  const attributes = [
    {
      id: 'options',
      name: 'Options',
      type: { id: 'composite' as const, multiValue: true },
      defaultFormula: 'list("size", "color")',
    },
    { id: 'name', compositeAttribute: 'options', name: 'Name', type: text, defaultFormula: 'it' },
    {
      id: 'value',
      compositeAttribute: 'options',
      name: 'Value',
      type: text,
      defaultFormula: 'switch(it, "size", size, "color", color)',
    },
  ];
  const ruleset = rulesetOf({ attributes }, {}, [attribute('size'), attribute('color')]);
  assert.deepEqual([...ruleset.formulas.dependencies.attributes].toSorted(), ['color', 'size']);
  assert.deepEqual(shapeOf(ruleset.evaluate(productOf({ size: 'M' }), noFacts)), {
    options: [{ name: 'size', value: 'M' }, { name: 'color' }],
  });
});
