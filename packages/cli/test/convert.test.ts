import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { judgeStandard } from '../../server/src/standards/judge/standard-judgement.ts';
import { jsonSchemaOf } from '../../server/src/standards/export/json-schema.ts';
import { readJsonSource } from '../../server/src/standards/read/json-source.ts';
import { convertAgenticCommerce, productPointer } from '../src/convert/agentic-commerce.ts';
import type { Conversion } from '../src/convert/conversion.ts';
import { convertJsonSchema } from '../src/convert/json-schema.ts';
import { convertShopifyTaxonomy } from '../src/convert/shopify-taxonomy.ts';
import { mergeStandards } from '../src/convert/standard-merge.ts';

const repository = join(import.meta.dirname, '../../..');
const shared = join(process.env['PIMENTO_SHARED'] ?? join(repository, '../shared'), 'data/standards');
const skipWithout = (name: string) =>
  existsSync(join(shared, name)) ? false : `no ${name} in ${shared}; set PIMENTO_SHARED to its folder`;
const contentOf = (name: string) => readFileSync(join(shared, name), 'utf8');

/** Asserts that the service accepts a converted standard, and returns the accepted standard. */
function accepted({ standard }: Conversion) {
  const verdict = judgeStandard(readJsonSource(JSON.parse(JSON.stringify(standard))), new Date(0));
  assert.ok('standard' in verdict, JSON.stringify('problems' in verdict ? verdict.problems : ''));
  assert.deepEqual(verdict.warnings, []);
  return verdict.standard;
}

function convert(document: unknown, pointer = ''): Conversion {
  const conversion = convertJsonSchema(document, 'shop.json', pointer);
  assert.ok(conversion);
  return conversion;
}
const positions = ({ untranslated }: Conversion) => untranslated.map(({ position }) => position);

/** Parsed from text, because an object literal with the property `then` looks like a promise. */
const condition: object = JSON.parse(
  '{"if": {"properties": {"colour": {"const": "red"}}}, "then": {"required": ["page"]}}',
);
const shop = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Shop',
  type: 'object',
  required: ['id', 'colour'],
  additionalProperties: false,
  properties: {
    id: { type: 'string', maxLength: 50, pattern: '^[A-Z]+$' },
    colour: { enum: ['red', 'blue'], description: 'Main colour' },
    second: { enum: ['red', 'blue'] },
    brand: { const: 'Acme' },
    page: { type: ['string', 'null'], format: 'uri' },
    weight: { type: 'number', minimum: 0.5, multipleOf: 0.01 },
    stock: { type: 'integer', maximum: 9 },
    price: { $ref: '#/$defs/price' },
    tags: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 3 },
    sizes: {
      type: 'array',
      items: { type: 'object', required: ['eu'], properties: { eu: { type: 'string' }, 'a/b': { type: 'boolean' } } },
    },
    text: {
      type: 'object',
      properties: { plain: { type: 'string' }, html: { type: 'string' } },
      anyOf: [{ required: ['plain'] }, { required: ['html'] }],
    },
  },
  ...condition,
  dependentRequired: { brand: ['weight'] },
  $defs: {
    price: {
      type: 'object',
      required: ['amount'],
      properties: { amount: { type: 'integer' }, currency: { type: 'string' } },
    },
  },
};

test('A JSON Schema becomes a standard with the same types, lists, limits and conditions.', () => {
  const conversion = convert(shop);
  assert.deepEqual(conversion.untranslated, []);
  const { standard } = conversion;
  const target = (id: string) => standard.attributes?.find((one) => one.id === id);
  assert.deepEqual(target('id'), {
    id: 'id',
    name: 'id',
    requirement: 'required',
    type: { id: 'string' },
    restriction: { parameters: { maxLength: 50 }, patterns: ['^[A-Z]+$'] },
  });
  assert.deepEqual(
    [target('colour')?.restriction, target('second')?.restriction],
    [{ valueList: 'colour' }, { valueList: 'colour' }],
  );
  assert.equal(target('brand')?.defaultFormula, '"Acme"');
  assert.equal(target('page')?.type.id, 'url');
  assert.deepEqual(target('weight')?.restriction, { parameters: { minValue: '0.5', maxDecimals: 2 } });
  assert.deepEqual(target('price')?.output, { as: 'object', minorUnits: true });
  assert.deepEqual([target('tags')?.type.multiValue, target('tags')?.minItems, target('tags')?.maxItems], [true, 1, 3]);
  assert.equal(target('a/b')?.compositeAttribute, '/sizes');
  assert.deepEqual(
    standard.rules?.map(({ id: _id, ...rule }) => rule),
    [
      { oneOf: ['text/plain', 'text/html'], atLeast: 1, when: 'filled([text])' },
      { require: ['weight'], when: 'filled([brand])' },
      { require: ['page'], when: '[colour] = "red"' },
    ],
  );
  accepted(conversion);
});

test('A condition without `required` also applies without a value, as in JSON Schema.', () => {
  const whenOf = (object: object, path = '') => {
    const schema = { properties: { a: { type: 'string' }, b: { type: 'string' } }, ...object };
    const properties = path === '' ? schema.properties : { [path]: { type: 'object', ...schema } };
    const conversion = convert({ type: 'object', ...(path === '' ? schema : {}), properties });
    accepted(conversion);
    return conversion.standard.rules?.map(({ when }) => when);
  };
  /** Parsed from text, because an object literal with the property `then` looks like a promise. */
  const then = (condition: string): object =>
    JSON.parse(`{"if": {"properties": {"a": {"const": "x"}}${condition}}, "then": {"required": ["b"]}}`);
  assert.deepEqual(whenOf(then('')), ['[a] = "x" or not filled([a])']);
  assert.deepEqual(whenOf(then(', "required": ["a"]')), ['[a] = "x"']);
  assert.deepEqual(whenOf({ ...then(''), required: ['a'] }), ['[a] = "x"']);
  assert.deepEqual(whenOf(then(''), 'box'), ['[box/a] = "x" or filled([box]) and not filled([box/a])']);
});

test('A standard that is exported as JSON Schema converts back to the same schema.', () => {
  const exported = jsonSchemaOf(accepted(convert(shop)));
  const again = jsonSchemaOf(accepted(convert(exported)));
  assert.deepEqual(again['properties'], exported['properties']);
  assert.deepEqual(again['required'], exported['required']);
});

test('What has no counterpart is listed with its position, and the rest is converted.', () => {
  const schema = {
    type: 'object',
    properties: {
      a: { type: 'string', pattern: '(?=x)y', contentEncoding: 'base64' },
      b: { $ref: 'other.json' },
      c: { type: 'array', items: { type: 'array', items: { type: 'string' } } },
      d: { type: 'object', additionalProperties: { type: 'string' } },
      e: { oneOf: [{ type: 'string' }, { type: 'integer' }] },
      f: { $ref: '#/$defs/node' },
      g: { type: 'string', format: 'email' },
      h: { type: 'integer', enum: [1, 2] },
      i: { enum: [null, 'x'] },
    },
    minProperties: 1,
    unevaluatedProperties: { type: 'string' },
    not: { required: ['a'] },
    $defs: { node: { type: 'object', properties: { name: { type: 'string' }, child: { $ref: '#/$defs/node' } } } },
  };
  const conversion = convert(schema);
  assert.deepEqual(positions(conversion).toSorted(), [
    'shop.json#/$defs/node/properties/child',
    'shop.json#/minProperties',
    'shop.json#/not',
    'shop.json#/properties/a/contentEncoding',
    'shop.json#/properties/a/pattern',
    'shop.json#/properties/b',
    'shop.json#/properties/c/items',
    'shop.json#/properties/d',
    'shop.json#/properties/e/oneOf',
    'shop.json#/properties/g/format',
    'shop.json#/properties/h/enum',
    'shop.json#/unevaluatedProperties',
  ]);
  assert.deepEqual(
    conversion.standard.attributes?.map(({ id, type }) => [id, type.id]),
    [
      ['a', 'string'],
      ['e', 'string'],
      ['f', 'composite'],
      ['name', 'string'],
      ['g', 'string'],
      ['h', 'integer'],
      ['i', 'string'],
    ],
  );
  accepted(conversion);
});

test('A condition becomes a rule only if the rule requires the same, and what else it says is listed.', () => {
  // as texts, because an object literal with the property `then` looks like a promise
  const conditions = [
    '{"if": {"properties": {"a": {"type": "string", "const": "x"}}, "required": ["a"]}, "then": {"required": ["b"]}}',
    '{"if": {"properties": {"a": {"const": "x"}}}, "then": {"required": ["b"], "properties": {"b": {"maxLength": 3}}}}',
    '{"if": {"properties": {"a": {"const": "x"}}, "required": ["c"]}, "then": {"required": ["b"]}}',
    '{"if": {"properties": {"a": {"const": "x"}}}, "then": {"required": ["b"]}, "minProperties": 2}',
  ];
  const properties = { a: { type: 'string' }, b: { type: 'string' }, c: { type: 'string' } };
  const found = conditions.map((text) => {
    const conversion = convert({ type: 'object', properties, allOf: [JSON.parse(text)] });
    accepted(conversion);
    return [conversion.standard.rules?.length ?? 0, ...positions(conversion)];
  });
  assert.deepEqual(found, [[1], [1, 'shop.json#/then'], [0, 'shop.json#/if'], [1, 'shop.json#/allOf']]);
});

test('Names of JavaScript members are names like any other.', () => {
  const schema = JSON.parse(
    '{"type":"object","properties":{"constructor":{"type":"string"},"__proto__":{"type":"string"}}}',
  );
  assert.deepEqual(
    convert(schema).standard.attributes?.map(({ id }) => id),
    ['constructor', '__proto__'],
  );
  assert.equal(convertJsonSchema(schema, 'x', '/$defs/toString'), undefined);
});

test(
  'The schema of the Agentic Commerce Protocol becomes a standard with its objects and lists.',
  { skip: skipWithout('acp-schema.feed.json') },
  () => {
    const conversion = convertAgenticCommerce(
      JSON.parse(contentOf('acp-schema.feed.json')),
      'acp.json',
      productPointer,
    );
    assert.ok(conversion);
    const paths = [...accepted(conversion).targets.keys()];
    for (const path of ['variants/price', 'variants/seller/links/url', 'description/plain', 'variants/barcodes/value'])
      assert.ok(paths.includes(path), `${path} is missing`);
    const own = accepted({
      standard: JSON.parse(readFileSync(join(repository, 'standards/agentic-commerce.json'), 'utf8')),
      untranslated: [],
    });
    assert.deepEqual(
      [...own.targets.keys()].filter((path) => !paths.includes(path)),
      [],
      'the bundled standard has no other targets',
    );
  },
);

const taxonomy = `
- id: lb
  name: Luggage
  children: [lb-1, lb-2]
  attributes: [color, bag/case_closure]
- id: lb-1
  name: Backpacks
  children: []
  attributes: [color, bag/case_closure, material]
`;
const values = {
  version: '2026-02',
  attributes: [
    {
      handle: 'color',
      name: 'Color',
      extended_attributes: [{ name: 'Bag closure', handle: 'bag-case-closure' }],
      values: [{ name: 'Red' }, { name: 'Blue' }, { name: 'Red' }],
    },
    { handle: 'unused', name: 'Unused', values: [{ name: 'X' }] },
  ],
};

test('The Shopify taxonomy becomes categories that recommend the attributes that no ancestor links.', () => {
  const conversion = convertShopifyTaxonomy([
    { name: 'lb.yml', content: parse(taxonomy) },
    { name: 'attributes.json', content: values },
  ]);
  const { standard } = conversion;
  assert.deepEqual(standard.categories, [
    {
      id: 'lb',
      name: 'Luggage',
      parentId: null,
      attributeLinks: [
        { id: 'color', requirement: 'recommended' },
        { id: 'bag-case-closure', requirement: 'recommended' },
      ],
    },
    { id: 'lb-1', name: 'Backpacks', parentId: 'lb', attributeLinks: [{ id: 'material', requirement: 'recommended' }] },
  ]);
  assert.deepEqual(standard.valueLists, [
    { id: 'color', name: 'Color', values: [{ value: 'Red' }, { value: 'Blue' }] },
  ]);
  assert.deepEqual(standard.attributes?.[1], {
    id: 'bag-case-closure',
    name: 'Bag closure',
    type: { id: 'string', multiValue: true },
    appliesTo: 'linked',
    restriction: { valueList: 'color' },
  });
  assert.deepEqual(positions(conversion), ['lb/children', 'material']);
  accepted(conversion);
});

test(
  'A real part of the Shopify taxonomy is accepted.',
  { skip: skipWithout('shopify-taxonomy-luggage.part.yml') },
  () => {
    const content = parse(contentOf('shopify-taxonomy-luggage.part.yml'));
    const conversion = convertShopifyTaxonomy([{ name: 'lb.yml', content }]);
    assert.equal(accepted(conversion).categories.size, 12);
  },
);

test('A tree of 12,000 categories is converted in less time than its YAML takes to parse.', () => {
  const nodes = Array.from({ length: 12_000 }, (_, index) => ({
    id: `c${index}`,
    name: `Category ${index}`,
    children: Array.from({ length: 10 }, (_one, child) => index * 10 + child + 1)
      .filter((child) => child < 12_000)
      .map((child) => `c${child}`),
    attributes: ['color', `attribute_${index % 500}`],
  }));
  const text = JSON.stringify(nodes);
  const started = performance.now();
  const content = parse(text);
  const parsed = performance.now();
  const { standard } = convertShopifyTaxonomy([{ name: 'all.yml', content }]);
  assert.equal(standard.categories?.length, 12_000);
  assert.ok(performance.now() - parsed < parsed - started);
});

test('A standard keeps its own items when others are added, and the ones that it had are listed.', () => {
  const into = {
    format: 'pimento-standard/1' as const,
    name: 'Mine',
    attributes: [{ id: 'color', name: 'My color', type: { id: 'string' as const } }],
  };
  const merged = mergeStandards(into, convertShopifyTaxonomy([{ name: 'lb.yml', content: parse(taxonomy) }]));
  assert.equal(merged.standard.name, 'Mine');
  assert.deepEqual(
    merged.standard.attributes?.map(({ name }) => name),
    ['My color', 'bag-case-closure', 'material'],
  );
  assert.ok(positions(merged).includes('color'));
  assert.equal(merged.standard.rules, undefined);
});
