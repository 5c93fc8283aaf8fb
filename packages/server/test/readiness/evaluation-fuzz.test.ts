import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MappingEntry, TargetTypeId } from '@pimento/contract';
import { targetTypeIds } from '@pimento/contract';
import fc from 'fast-check';
import { printShape } from '../../src/readiness/values/shape-value.ts';
import { attribute, noFacts, productOf, rulesetOf } from './ruleset-fixture.ts';

const formulas = [
  'a',
  'n',
  'rowsOf',
  'list(a, n, d)',
  'rows(rowsOf, filled(x))',
  'row(rowsOf, true, 3)',
  'it',
  'it.x',
  'x',
  'product.a',
  'n / 0',
  'convert(n, "g")',
  'money(n, "EUR")',
  'quantity(a)',
  'date(a)',
  'each(rowsOf, it.x & it.y)',
  'a | split(" ")',
  'PRIMARY_ASSET',
  'image(PRIMARY_ASSET, "width")',
  'packaging("quantities")',
  'true',
  'empty',
  '',
  '  ',
  'syntax error (',
  'let v = a; v & v & v',
  'lookup("countries", a)',
  'mapped("m", a)',
  'account("none")',
  'n > 1',
  '"https://x.example"',
  'categoryPath()',
  'today()',
  '"1.5 EUR"',
  '"10 g"',
  '__ID',
  '[__proto__]',
  'constructor',
  'f',
  'g',
];
const path = fc.constantFrom(
  'top0',
  'top1',
  'top2',
  'top3',
  'top4',
  'box',
  'box/in',
  'box/deep',
  'box/deep/x',
  'idle',
  '__proto__',
  'in',
  'deep',
  'x',
);
const entry: fc.Arbitrary<MappingEntry> = fc.letrec<{ entry: MappingEntry }>((tie) => ({
  entry: fc.record(
    {
      target: path,
      value: fc.constantFrom(...formulas),
      rows: fc.constantFrom(...formulas),
      map: fc.constantFrom('m', 'missing', '__proto__'),
      unmapped: fc.constantFrom('problem' as const, 'keep' as const, 'empty' as const, { text: 'T' }),
      categories: fc.constant(['c']),
      children: fc.array(fc.oneof({ depthSize: 'small' }, tie('entry')), { maxLength: 4 }),
    },
    { requiredKeys: ['target'] },
  ),
})).entry;

const stored = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('1.50', '10 g', '2026-01-31', '4006381333931', 'true', '', '1e400', '-0'),
  fc.array(fc.string()),
  fc.array(
    fc.dictionary(fc.constantFrom('x', 'y', '__proto__', 'constructor'), fc.oneof(fc.string(), fc.array(fc.string()))),
  ),
);

test('no mapping, product or override makes an evaluation throw; its counts are consistent, and the delivered shape is the judged one', () => {
  const client = [
    attribute('a'),
    attribute('n', 'decimal', { units: ['kg'] }),
    attribute('d', 'date'),
    attribute('f', 'fraction'),
    attribute('g', 'gtin'),
    attribute('constructor'),
    attribute('__proto__'),
    attribute('rowsOf', 'composite', {
      children: [
        { ...attribute('x'), key: 'r/x' },
        { ...attribute('y', 'decimal'), key: 'r/y' },
      ],
    }),
  ];
  const types = fc.array(fc.constantFrom(...targetTypeIds.filter((id) => id !== 'composite')), {
    minLength: 5,
    maxLength: 5,
  });
  const property = fc.property(
    fc.tuple(types, fc.array(fc.boolean(), { minLength: 5, maxLength: 5 })),
    fc.array(entry, { maxLength: 8 }),
    fc.dictionary(fc.constantFrom('a', 'n', 'd', 'f', 'g', 'rowsOf', 'constructor', '__proto__'), stored),
    fc.option(fc.tuple(path, stored), { nil: undefined }),
    ([typeIds, multi], targets, values, override) => {
      const ruleset = rulesetOf(
        documentOf(typeIds, multi),
        { targets, category: { rules: [{ when: 'n > 0', category: 'c' }] }, maps: { m: { entries: { a: 'b' } } } },
        client,
      );
      const overrides = new Map(
        override === undefined ? [] : [[override[0], { value: override[1], isOutdated: true }]],
      );
      const evaluated = ruleset.evaluate(productOf(values), { ...noFacts, overrides });
      assert.equal(evaluated.errors + evaluated.warnings, evaluated.problemCount);
      assert.equal(evaluated.problems.length, Math.min(100, evaluated.problemCount));
      assert.ok(evaluated.filled <= evaluated.required);
      if (evaluated.outcome === 'ready') assert.equal(evaluated.errors, 0);
      const { shape, ...verdict } = evaluated;
      assert.deepEqual(ruleset.judge(productOf(values), { ...noFacts, overrides }), verdict);
      const delivered = ruleset.shape(productOf(values), { ...noFacts, overrides });
      assert.equal(printShape(delivered.shape), printShape(shape));
    },
  );
  fc.assert(property, { numRuns: 600 });
});

function documentOf(typeIds: readonly TargetTypeId[], multi: readonly boolean[]) {
  const requirement = 'required' as const;
  return {
    attributes: [
      ...typeIds.map((id, index) => ({
        id: `top${index}`,
        name: `T${index}`,
        type: { id, multiValue: multi[index] ?? false },
        requirement,
        defaultFormula: 'a',
      })),
      { id: 'box', name: 'Box', type: { id: 'composite' as const, multiValue: true }, requirement, uniqueBy: ['in'] },
      { id: 'in', compositeAttribute: 'box', name: 'In', type: { id: 'string' as const }, requirement },
      { id: 'deep', compositeAttribute: 'box', name: 'Deep', type: { id: 'composite' as const } },
      { id: 'x', compositeAttribute: 'box/deep', name: 'X', type: { id: 'decimal' as const }, requirement },
    ],
    categories: [{ id: 'c', name: 'C', parentId: null }],
    rules: [
      { id: 'r1', check: 'count(list(top0, top1)) < 3', when: 'filled(box)' },
      { id: 'r2', oneOf: ['top2', 'box/in'], atLeast: 2 },
      { id: 'r3', restrict: { 'box/deep/x': { parameters: { maxValue: '3' } } } },
    ],
  };
}
