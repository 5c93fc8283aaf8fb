import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attribute, codesOf, noFacts, productOf, rulesetOf, shapeOf } from './ruleset-fixture.ts';

const text = { id: 'string' as const };
const client = [
  attribute('a'),
  attribute('b'),
  attribute('n', 'decimal'),
  attribute('pictures', 'asset', { isMultiValue: true }),
];

const catalog = {
  attributes: [
    { id: 'title', name: 'Title', type: text, defaultFormula: '__NAME' },
    { id: 'size', name: 'Size', type: text, appliesTo: 'linked' as const },
    { id: 'color', name: 'Color', type: text },
  ],
  categories: [
    { id: 'root', name: 'All', parentId: null },
    {
      id: '166',
      name: 'Apparel',
      parentId: 'root',
      attributeLinks: [{ id: 'size', requirement: 'required' as const }],
    },
    {
      id: '1604',
      name: 'Clothing',
      parentId: '166',
      leaf: true,
      attributeLinks: [
        { id: 'size', restriction: { parameters: { maxLength: 2 } } },
        { id: 'color', optional: false },
      ],
    },
    { id: '53', name: 'Gifts', parentId: 'root', leaf: true },
  ],
};
const categoryMapping = {
  category: {
    rules: [
      { when: 'contains(lower(__NAME), "gift card")', category: '53' },
      { map: 'categories', from: '__CATEGORY' },
    ],
  },
  maps: { categories: { entries: { Shirts: '1604', Apparel: '166', Unknown: '999' } } },
  targets: [
    { target: 'size', value: 'a' },
    { target: 'size', value: 'b', categories: ['166'] },
    { target: 'color', value: 'a' },
  ],
};

test('the first category rule that returns an assignable category wins; the nearest link wins member by member', () => {
  const ruleset = rulesetOf(catalog, categoryMapping, client);
  const shirt = ruleset.evaluate(productOf({ b: 'XXL' }, { category: 'Shirts' }), noFacts);
  assert.equal(shirt.category, '1604');
  assert.deepEqual(codesOf(shirt), ['too-long size', 'required-in-category color']);
  assert.deepEqual(shirt.problems[1]?.params, { attribute: 'Color', category: 'All > Apparel > Clothing' });
  const gift = ruleset.evaluate(productOf({ a: 'M', b: 'L' }, { name: 'Gift card', category: 'Shirts' }), noFacts);
  assert.equal(gift.category, '53');
  assert.deepEqual(shapeOf(gift), { title: 'Gift card', color: 'M' });
});

test('a product without an assignable category is unmapped, with the reason', () => {
  const ruleset = rulesetOf(catalog, categoryMapping, client);
  const reasons = [null, 'Mugs', 'Apparel', 'Unknown'].map((category) => {
    const { outcome, problems } = ruleset.evaluate(productOf({}, { category }), noFacts);
    assert.equal(outcome, 'unmapped');
    return [problems[0]?.code, problems[0]?.params];
  });
  assert.deepEqual(reasons, [
    ['no-category', { value: null }],
    ['no-category', { value: 'Mugs' }],
    ['category-not-leaf', { category: 'Apparel' }],
    ['unknown-category', { kind: 'product', category: '999' }],
  ]);
});

test('the category that a person set wins over the rules', () => {
  const ruleset = rulesetOf(catalog, categoryMapping, client);
  const facts = { ...noFacts, categoryOverride: '53' };
  assert.equal(ruleset.evaluate(productOf({}, { category: 'Shirts' }), facts).category, '53');
});

test('a value that a person set replaces the formula and is checked in the same way', () => {
  const ruleset = rulesetOf(catalog, { ...categoryMapping, category: { otherwise: '53' } }, client);
  const overrides = new Map([['color', { value: 'manual', isOutdated: true }]]);
  const evaluated = ruleset.evaluate(productOf({ a: 'formula' }), { ...noFacts, overrides });
  assert.equal(evaluated.shape.get('color'), 'manual');
  assert.deepEqual(codesOf(evaluated), ['~override-outdated color']);
  assert.equal(evaluated.outcome, 'ready');
});

test('a problem in a row that a person set names the row', () => {
  const rows = {
    attributes: [
      { id: 'box', name: 'Box', type: { id: 'composite' as const, multiValue: true } },
      { id: 'in', compositeAttribute: 'box', name: 'In', type: text },
      { id: 'weight', compositeAttribute: 'box', name: 'Weight', type: { id: 'decimal' as const } },
    ],
  };
  const value = [
    { in: 'a', weight: '1' },
    { in: 'b', weight: 'heavy' },
  ];
  const overrides = new Map([['box', { value, isOutdated: false }]]);
  const evaluated = rulesetOf(rows, {}, client).evaluate(productOf({}), { ...noFacts, overrides });
  assert.deepEqual(codesOf(evaluated), ['not-a-decimal box/weight 2']);
});

const ruled = {
  attributes: ['brand', 'gtin', 'mpn', 'price', 'sale', 'note'].map((id) => ({
    id,
    name: id.toUpperCase(),
    type: id === 'price' || id === 'sale' ? { id: 'decimal' as const } : text,
  })),
  rules: [
    {
      id: 'identifier',
      oneOf: ['gtin', 'mpn'],
      when: 'filled(brand)',
      message: 'A branded product needs a GTIN or an MPN.',
    },
    { id: 'sale', check: 'sale < price', when: 'filled(sale)', message: 'The sale price must be below the price.' },
    { id: 'require', require: ['note'], when: 'brand = "noted"' },
    { id: 'recommend', require: ['note'], when: 'brand = "hinted"', level: 'warning' as const },
    { id: 'forbid', forbid: ['note'], when: 'brand = "plain"' },
    { id: 'restrict', restrict: { note: { parameters: { maxLength: 3 } } }, when: 'brand = "short"' },
  ],
};
const ruledMapping = {
  targets: [
    { target: 'brand', value: 'a' },
    { target: 'mpn', value: 'b' },
    { target: 'price', value: '10' },
    { target: 'sale', value: 'n' },
    { target: 'note', value: 'b' },
  ],
};

test('rules of the standard are judged over targets, and their own sentence is kept', () => {
  const ruleset = rulesetOf(ruled, ruledMapping, client);
  const found = (values: object) => codesOf(ruleset.evaluate(productOf(values as Record<string, unknown>), noFacts));
  assert.deepEqual(found({}), []);
  assert.deepEqual(found({ a: 'x' }), ['one-of-missing gtin']);
  assert.deepEqual(found({ a: 'x', b: 'm' }), []);
  assert.deepEqual(found({ n: '10' }), ['rule-broken -']);
  assert.deepEqual(found({ n: '9.99' }), []);
  assert.deepEqual(found({ a: 'noted' }), ['one-of-missing gtin', 'required-missing note']);
  assert.deepEqual(found({ a: 'hinted' }), ['one-of-missing gtin', '~recommended-missing note']);
  assert.deepEqual(found({ a: 'plain', b: 'm' }), ['must-be-empty note']);
  assert.deepEqual(found({ a: 'short', b: 'long' }), ['too-long note']);
  const [problem] = ruleset.evaluate(productOf({ a: 'x' }), noFacts).problems;
  assert.equal(problem?.explanation, 'A branded product needs a GTIN or an MPN.');
});

test('house rules raise a level, also under a condition, and never lower it', () => {
  const ruleset = rulesetOf(
    {
      attributes: [
        { id: 'x', name: 'X', type: text, requirement: 'required' },
        { id: 'y', name: 'Y', type: text },
        { id: 'z', name: 'Z', type: text },
      ],
    },
    {
      targets: ['x', 'y', 'z'].map((target) => ({ target, value: 'empty' })),
      require: [
        { target: 'x', level: 'optional' },
        { target: 'y', level: 'recommended', message: 'House rule' },
        { target: 'z', level: 'required', when: 'a = "strict"' },
      ],
    },
    client,
  );
  const relaxed = ruleset.evaluate(productOf({}), noFacts);
  assert.deepEqual(codesOf(relaxed), ['required-missing x', '~recommended-missing y']);
  assert.equal(relaxed.problems[1]?.explanation, 'House rule');
  const strict = ruleset.evaluate(productOf({ a: 'strict' }), noFacts);
  assert.deepEqual(codesOf(strict), ['required-missing x', '~recommended-missing y', 'required-missing z']);
  assert.equal(strict.required, 2);
});

test('of several purposes the strongest requirement applies; without a selection, all purposes do', () => {
  const document = {
    purposes: [{ id: 'listing' }, { id: 'offer' }],
    attributes: [{ id: 'x', name: 'X', type: text, requirement: { offer: 'required' as const } }],
  };
  const outcome = (purposes?: string[]) =>
    rulesetOf(document, purposes === undefined ? {} : { purposes }, client).evaluate(productOf({}), noFacts).outcome;
  assert.equal(outcome(), 'incomplete');
  assert.equal(outcome(['listing']), 'ready');
  assert.equal(outcome(['listing', 'offer']), 'incomplete');
});
