import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { DataStandard, StandardAttribute, StandardRule } from '@pimento/contract';
import fc from 'fast-check';
import { jsonSchemaOf } from '../../src/standards/export/json-schema.ts';
import { attribute, codesOf, noFacts, productOf, rulesetOf, shapeOf, standardOf } from './ruleset-fixture.ts';

const words = ['a', 'bb', 'ccc', 'Blue', 'red', '\u{1f600}\u{1f600}', '12'] as const;
const word = fc.constantFrom(...words);
const requirement = fc.constantFrom(
  'optional' as const,
  'required' as const,
  'optional' as const,
  'recommended' as const,
);
const length = fc.integer({ min: 0, max: 4 });

/** A restriction of at most one kind, because few values would satisfy several kinds. */
const restriction = fc.oneof(
  fc.constant({}),
  fc.tuple(length, length).map(([a, b]) => ({ parameters: { minLength: Math.min(a, b), maxLength: Math.max(a, b) } })),
  fc.uniqueArray(word, { minLength: 4 }).map((listOfValues) => ({ listOfValues })),
  fc.constantFrom('^[a-z]+$', '^.{2}', 'B|1|e').map((pattern) => ({ patterns: [{ pattern }] })),
  fc.constant({ valueList: 'words' }),
);

const scalar = (id: string): fc.Arbitrary<StandardAttribute> =>
  fc
    .record({
      requirement,
      restriction,
      isMulti: fc.boolean(),
      items: fc.tuple(length, length),
      isBoolean: fc.boolean(),
    })
    .map(({ isMulti, items, isBoolean, ...rest }) => {
      const plain = { id, name: id, requirement: rest.requirement };
      if (isBoolean) return { ...plain, type: { id: 'boolean' as const } };
      const limits = isMulti ? { minItems: Math.min(...items), maxItems: Math.max(1, ...items) } : {};
      return {
        ...plain,
        ...limits,
        restriction: rest.restriction,
        type: { id: 'string' as const, multiValue: isMulti },
      };
    });

const ids = ['t0', 't1', 't2', 't3'] as const;
const someIds = fc.uniqueArray(fc.constantFrom(...ids), { minLength: 1, maxLength: 3 });
const rule: fc.Arbitrary<Omit<StandardRule, 'id'>> = fc
  .record(
    {
      part: fc.oneof(
        someIds.map((require) => ({ require })),
        someIds.map((forbid) => ({ forbid })),
        someIds.map((oneOf) => ({ oneOf, atLeast: 1 })),
      ),
      when: fc.oneof(fc.constantFrom(...ids).map((id) => `filled(${id})`)),
    },
    { requiredKeys: ['part'] },
  )
  .map(({ part, ...rest }) => ({ ...part, ...rest }));

const child = fc.record({ requirement, restriction }).map((rest) => ({ ...rest, type: { id: 'string' as const } }));
const standards: fc.Arbitrary<Partial<DataStandard>> = fc
  .record({
    targets: fc.tuple(scalar('t0'), scalar('t1'), scalar('t2'), scalar('t3')),
    box: fc.record({ requirement, isMulti: fc.boolean(), children: fc.tuple(child, child) }),
    rules: fc.array(rule, { maxLength: 1 }),
    values: fc.uniqueArray(word, { minLength: 4 }),
  })
  .map(({ targets, box, rules, values }) => ({
    valueLists: [{ id: 'words', values: values.map((value) => ({ value })) }],
    attributes: [
      ...targets,
      { id: 'box', name: 'Box', type: { id: 'composite', multiValue: box.isMulti }, requirement: box.requirement },
      ...box.children.map((one, index) => ({
        ...one,
        id: `c${index}`,
        name: `Child ${index}`,
        compositeAttribute: 'box',
      })),
    ],
    rules: rules.map((one, index) => ({ id: `r${index}`, ...one })),
  }));

const texts = fc.oneof(word, fc.array(word, { maxLength: 5 }));
const products = fc.record(
  {
    t0: texts,
    t1: texts,
    t2: fc.oneof(texts, fc.constantFrom('true', 'false', 'no')),
    t3: fc.oneof(texts, fc.constantFrom('true', 'false')),
    box: fc.array(fc.dictionary(fc.constantFrom('c0', 'c1'), word), { maxLength: 3 }),
  },
  { requiredKeys: [] },
);

const client = [
  ...ids.map((id) => attribute(id, 'string', { isMultiValue: true })),
  attribute('box', 'composite', { children: [attribute('c0'), attribute('c1')] }),
];

test('for what a JSON Schema can express, an evaluation finds errors exactly where Ajv does', () => {
  let [valid, invalid] = [0, 0];
  const property = fc.property(standards, products, (standard, values) => {
    const checked = standardOf(standard);
    const schema = jsonSchemaOf(checked);
    fc.pre(Array.isArray(schema['x-not-exported']) && schema['x-not-exported'].length === 0);
    const isSingle = (id: string) => !checked.targets.get(id)?.isMultiValue;
    const mapping = {
      targets: [
        ...ids.map((id) => ({ target: id, value: isSingle(id) ? `first(${id})` : id })),
        {
          target: 'box',
          rows: isSingle('box') ? 'take(rows(box), 1)' : 'rows(box)',
          children: ['c0', 'c1'].map((id) => ({ target: id, value: id })),
        },
      ],
    };
    const evaluation = rulesetOf(standard, mapping, client).evaluate(productOf(values), noFacts);
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    const isValid = ajv.validate(schema, shapeOf(evaluation));
    const isRefused = evaluation.problems.some(({ code }) => code === 'not-a-boolean');
    // A value that cannot be written in the target's type is omitted from the channel shape, so Ajv does not check it.
    fc.pre(!isRefused);
    assert.equal(
      evaluation.errors === 0,
      isValid,
      `${JSON.stringify(codesOf(evaluation))} and Ajv: ${ajv.errorsText()} for ${JSON.stringify(shapeOf(evaluation))}`,
    );
    if (isValid) valid += 1;
    else invalid += 1;
  });
  fc.assert(property, { numRuns: 100 });
  assert.ok(valid > 0 && invalid > 0, `${valid} valid and ${invalid} invalid products`);
});
