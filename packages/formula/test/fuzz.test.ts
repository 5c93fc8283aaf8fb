import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compileFormula, parseFormula, printFormula, Problem, type RawValue, Run } from '@pimento/formula';
import { environment, scopeOf, stored } from './formula-fixture.ts';
import { randomFormula } from './random-formula.ts';

const long = 'word '.repeat(40_000);
const product: Record<string, RawValue> = {
  brand: long,
  stock: '12',
  tags: Array.from({ length: 9_999 }, (_, index) => `tag ${index}`),
  numbers: ['1', '-2.50', '1e30', 'no number'],
  launch: '2026-01-31',
  gallery: ['pen-front', 'unknown'],
  net_weight: '1.250',
  ratio: '22/7',
  price: [{ amount: '1.20', currency: 'USD' }, { amount: 'x' }],
  specs: Array.from({ length: 2_000 }, (_, index) => ({ name: `n${index}`, value: `v${index}` })),
  PRIMARY_ASSET: 'pen-front',
};

/**
 * Formulas with which random tests have found bugs. In this order, the bugs were about a problem without a position, a separator that must
 * not be read as a pattern, an empty list, and an empty text.
 */
const foundBefore = [
  'fold(title(tags))',
  'number("10 g", "0", "-0.5")',
  'split("a", "a")',
  'truncate(-(1), 1, empty, "word")',
];

/**
 * Maximum time for a formula. The limit is generous, because other processes share the machine. A formula within its limits takes about a
 * tenth of this time.
 */
const maxMilliseconds = 5_000;

test('any text is refused with an error in the text, or gives a value or a problem', () => {
  let compiled = 0;
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), randomFormula), (text) => {
      const scope = scopeOf({ element: { kinds: ['text'], isList: false } });
      const { formula, errors } = compileFormula(text, scope);
      for (const { span } of errors) {
        assert.ok(span.start >= 0 && span.start <= span.end && span.end <= text.length, JSON.stringify(span));
        assert.ok(span.line >= 1 && span.column >= 1);
      }
      if (formula === undefined) return assert.ok(errors.length > 0);
      compiled += 1;
      const slots: RawValue[] = [];
      scope.slots.fill(stored(product), slots);
      const run = new Run(slots, environment);
      run.locals[0] = 'element';
      const started = performance.now();
      const result = formula.evaluate(run);
      assert.ok(performance.now() - started < maxMilliseconds, `took ${performance.now() - started} ms: ${text}`);
      assert.notEqual(result, '', 'an empty text is empty');
      if (Array.isArray(result)) assert.ok(result.length > 0 && result.length <= 10_000 && !result.includes(undefined));
      if (result instanceof Problem) assert.ok(result.span !== undefined, `${result.code} has a position: ${text}`);
    }),
    { numRuns: 3_000, examples: foundBefore.map((text): [string] => [text]) },
  );
  assert.ok(compiled > 300, `${compiled} formulas were evaluated`);
});

test('printing a parsed formula gives a text that parses and prints to itself, and means the same', () => {
  let parsedTexts = 0;
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom('a', 'brand', 'tags'), randomFormula), { maxLength: 2 }),
      randomFormula,
      (lets, body) => {
        const text = [...lets.map(([name, value]) => `# about ${name}\nlet ${name} = ${value};`), body].join('\n');
        const first = parseFormula(text);
        if ('error' in first) return;
        parsedTexts += 1;
        const printed = printFormula(first.tree);
        const second = parseFormula(printed);
        assert.ok('tree' in second, printed);
        assert.equal(printFormula(second.tree), printed);
        assert.deepEqual(withoutSpans(second.tree), withoutSpans(first.tree));
      },
    ),
    { numRuns: 3_000 },
  );
  assert.ok(parsedTexts > 1_000, `${parsedTexts} texts were formulas`);
});

/** Removes everything that depends only on the spelling of a formula: positions and brackets. */
function withoutSpans(tree: unknown): unknown {
  return JSON.parse(
    JSON.stringify(tree, (key, value) => (key === 'span' || key === 'isBracketed' ? undefined : value)),
  );
}
