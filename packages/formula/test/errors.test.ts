import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AttributeIndex, compileFormula, Problem } from '@pimento/formula';
import { attribute, errorsOf, evaluate, scopeOf } from './formula-fixture.ts';

test('an error names the place and, if one is likely, what would be right there', () => {
  const cases: [string, string, string, string?][] = [
    ['brnd & "x"', 'unknown-attribute', 'brnd', 'brand'],
    ['\n  truncat(brand, 3)', 'unknown-function', 'truncat', 'truncate'],
    ['row(price).amout', 'unknown-child', 'row(price).amout', 'amount'],
    ['mapped("colrs", color)', 'unknown-value-map', '"colrs"', 'colors'],
    ['lookup("brand", color)', 'unknown-table', '"brand"', 'brands'],
    ['lookup("brands", color, "contry")', 'unknown-option', '"contry"', 'country'],
    ['convert("1 kg", "lbs.s")', 'unknown-unit', '"lbs.s"'],
    ['truncate(brand, 3, "…", "chars")', 'unknown-option', '"chars"', 'char'],
    ['account("shp")', 'unknown-field', '"shp"', 'shop'],
    ['account("password")', 'unknown-field', '"password"'],
    ['money(1, "EURO")', 'unknown-currency', '"EURO"'],
    ['today("Mars")', 'unknown-time-zone', '"Mars"'],
    ['today("europe/berlin")', 'unknown-time-zone', '"europe/berlin"', 'Europe/Berlin'],
    ['formatDate(launch, "yyyy", "utc")', 'unknown-time-zone', '"utc"'],
    ['today("etc/gmt+5")', 'unknown-time-zone', '"etc/gmt+5"'],
    ['matches(brand, "(")', 'invalid-pattern', '"("'],
    ['matches(brand, color)', 'literal-required', 'color'],
    ['matches(brand, "(a{1000}){1000}")', 'invalid-pattern', '"(a{1000}){1000}"'],
    ['left(brand)', 'too-few-arguments', 'left(brand)'],
    ['trim(brand, 1)', 'too-many-arguments', 'trim(brand, 1)'],
    ['left(brand, "x")', 'not-a-decimal', '"x"'],
    ['left(brand, 1.5)', 'not-a-whole-number', '1.5'],
    ['upper(price)', 'wrong-type', 'price'],
    ['tags & "x"', 'wrong-type', 'tags'],
    ['tags = "x"', 'wrong-type', 'tags'],
    ['if(brand, 1)', 'wrong-type', 'brand'],
    ['brand.x', 'wrong-type', 'brand'],
    ['rows(tags)', 'wrong-type', 'tags'],
    ['true + 1', 'wrong-type', 'true'],
    ['it', 'no-element', 'it'],
    ['let a = 1; let a = 2; a', 'duplicate-let', 'let a = 2;'],
    ['name@de', 'reserved-syntax', 'name'],
    ['family.brand', 'reserved-syntax', 'family'],
    ['parent.brand', 'reserved-syntax', 'parent'],
    ['"abc', 'unclosed', '"abc'],
    ['[abc', 'unclosed', '[abc'],
    ['"\\x"', 'invalid-escape', '\\x'],
    ['"\\u{d800}"', 'invalid-escape', '\\u'],
    ['1 +', 'expected', ''],
    ['1 2', 'unexpected', '2'],
    ['1 ? 2', 'unexpected-character', '?'],
    ['(1', 'expected', ''],
    ['brand | 1', 'expected', '1'],
    ['a = b = c', 'unexpected', '='],
    ['\ud800', 'unexpected-character', '\ud800'],
  ];
  for (const [text, code, found, replacement] of cases) {
    const [error] = errorsOf(text);
    assert.ok(error, text);
    assert.deepEqual(
      [error.code, text.slice(error.span.start, error.span.end), error.replacement],
      [code, found, replacement],
      text,
    );
  }
});

test('positions count lines, and code points in the line', () => {
  const [error] = errorsOf('let a = "😀";\n"😀" & nope');
  assert.deepEqual([error?.span.line, error?.span.column], [2, 7]);
});

test('a problem has the position of the call or operator that caused it', () => {
  const failed = evaluate('let a = "x";\na & item(tags, 3)', { tags: ['b'] });
  assert.ok(failed instanceof Problem);
  assert.deepEqual([failed.code, failed.span?.line, failed.span?.column], ['no-such-item', 2, 5]);
});

test('all errors of a formula are returned at once', () => {
  assert.deepEqual(
    errorsOf('nope & neither & trim()').map(({ code }) => code),
    ['unknown-attribute', 'unknown-attribute', 'too-few-arguments'],
  );
});

test('a name that two attributes have is ambiguous, and an id comes before a name', () => {
  const index = new AttributeIndex([
    attribute('a', 'string', { name: 'Same' }),
    attribute('b', 'string', { name: 'Same' }),
    attribute('c', 'string', { name: 'a' }),
  ]);
  assert.equal(errorsOf('Same', scopeOf({ attributes: index }))[0]?.code, 'ambiguous-name');
  const { formula } = compileFormula('a', scopeOf({ attributes: index }));
  assert.deepEqual([...(formula?.dependencies.attributes ?? [])], ['key of a']);
});

test('many unknown names in a client with many attributes are refused at once', () => {
  const many = Array.from({ length: 20_000 }, (_, index) => attribute(`some_attribute_name_${index}`));
  const text = Array.from({ length: 100 }, (_, index) => `some_atribute_nme_abc${index}`).join('&');
  const scope = scopeOf({ attributes: new AttributeIndex(many) });
  const started = performance.now();
  assert.equal(errorsOf(text, scope).length, 100);
  assert.ok(performance.now() - started < 5_000, `took ${performance.now() - started} ms`);
});
