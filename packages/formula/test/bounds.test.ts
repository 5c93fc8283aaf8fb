import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseFormula, type RawValue } from '@pimento/formula';
import { errorsOf, run } from './formula-fixture.ts';

const tags = Array.from({ length: 10_000 }, (_, index) => `tag ${index}`);
/** Combining marks in an order that normalization changes. */
const marks = '\u0301\u0323';
const megabyte = 'a'.repeat(1_048_000);
/** Maximum time for a formula. It is generous, because other processes share the machine. */
const maxMilliseconds = 5_000;

test('a formula that would take too long or too much memory stops with a problem', () => {
  const hostile: [string, Record<string, RawValue>][] = [
    ['each(tags, count(filter(tags, it = "x")))', { tags }],
    ['each(tags, each(list(1, 2, 3), it))', { tags }],
    ['filter(tags, it in tags)', { tags }],
    ['each(tags, contains(description, "b"))', { tags, description: megabyte }],
    ['each(tags, replace(description, "b", "c"))', { tags, description: megabyte }],
    ['each(tags, matches(description, "(a|aa)*b"))', { tags, description: megabyte }],
    ['each(tags, fold(description))', { tags, description: 'é'.repeat(100_000) }],
    ['fold(description)', { description: 'ﷺ'.repeat(100_000) }],
    ['slug(description)', { description: 'ﷺ'.repeat(100_000) }],
    ['upper(description)', { description: 'ﬃ'.repeat(500_000) }],
    ['title(description)', { description: 'ŉ '.repeat(400_000) }],
    [
      'unique(each(numbers, quantity(it, "ft")))',
      { numbers: Array.from({ length: 2_000 }, (_, index) => `0.${'1'.repeat(990)}${index}`) },
    ],
    ['each(tags, description | length)', { tags, description: megabyte }],
    ['pad("x", 999999999999)', {}],
    ['replace(description, "a", description)', { description: megabyte }],
    ['replaceMatch(description, "a", "aaaaaaaaaa")', { description: megabyte }],
    ['join(description, tags)', { tags, description: megabyte }],
    ['join(description, tags, description)', { tags: tags.slice(0, 100), description: 'a'.repeat(100_000) }],
    ['description & description & description', { description: megabyte }],
    ['html(description)', { description: '<'.repeat(400_000) }],
    ['split(description, "a")', { description: 'ab'.repeat(400_000) }],
    ['list(tags, tags)', { tags }],
    ['tags', { tags: [...tags, 'one more'] }],
    ['numbers', { numbers: Array.from({ length: 20_000 }, () => '1') }],
    ['format(1, 999999)', {}],
    ['let a = 99999999999999999999; let b = a * a * a * a * a * a; let c = b * b * b * b * b; c * c * c', {}],
  ];
  for (const [formula, product] of hostile) {
    const started = performance.now();
    assert.equal(run(formula, product), '!too-much-work', formula);
    const milliseconds = performance.now() - started;
    assert.ok(milliseconds < maxMilliseconds, `${formula} took ${milliseconds} ms`);
  }
});

test('texts that make a naive scanner quadratic are handled in linear time', () => {
  const hostile: [string, string][] = [
    ['stripHtml(description)', '<a "'.repeat(100_000)],
    ['stripHtml(description)', '<a ">" '.repeat(60_000)],
    ['stripHtml(description)', '<!--'.repeat(100_000)],
    ['stripHtml(description)', '<script>'.repeat(60_000)],
    ['stripHtml(description)', `<script>${'</script'.repeat(60_000)}`],
    ['stripHtml(description)', '\n  '.repeat(150_000)],
    ['keepTags(description, "a")', '<'.repeat(500_000)],
    ['trim(description)', `${' '.repeat(400_000)}x${' '.repeat(400_000)}`],
    ['squeeze(description)', `x${' '.repeat(400_000)}x`],
    ['squeeze(description, "lines")', ' \n'.repeat(200_000)],
    ['html(description)', '\n '.repeat(50_000)],
    ['slug(description)', '-'.repeat(400_000)],
    ['fold(description)', `a${marks.repeat(400_000)}`],
    ['mapped("colors", description)', `a${marks.repeat(60_000)}`],
    ['convert(1, description, "kg")', `a${marks.repeat(60_000)}`],
    ['truncate(description, 500000)', 'x'.repeat(900_000)],
    ['matches(description, "^(a+)+$")', `${'a'.repeat(30_000)}b`],
    ['number(description, ",", ".")', '1.'.repeat(400_000)],
    ['quantity(description)', '1 '.repeat(400_000)],
    ['gtin(description)', '1 '.repeat(400_000)],
  ];
  for (const [formula, description] of hostile) {
    const started = performance.now();
    run(formula, { description });
    const milliseconds = performance.now() - started;
    assert.ok(milliseconds < maxMilliseconds, `${formula} took ${milliseconds} ms`);
  }
});

test('a formula has at most 4,000 characters, 500 nodes, 32 levels and three loops in each other', () => {
  const codes = (text: string) => errorsOf(text).map(({ code }) => code);
  assert.deepEqual(codes(`"${'a'.repeat(4_000)}"`), ['too-long']);
  assert.deepEqual(codes(Array.from({ length: 501 }, () => '1').join('+')), ['too-many-nodes']);
  assert.deepEqual(codes(Array.from({ length: 250 }, () => '1').join('+')), []);
  assert.deepEqual(codes(`${'('.repeat(33)}1${')'.repeat(33)}`), ['too-deep']);
  assert.deepEqual(codes(`${'('.repeat(31)}1${')'.repeat(31)}`), []);
  assert.deepEqual(codes('-'.repeat(3_000) + '1'), ['too-deep']);
  assert.deepEqual(codes(`${'not '.repeat(900)}true`), ['too-deep']);
  const nested = (depth: number): string => (depth === 0 ? 'it' : `each(tags, ${nested(depth - 1)})`);
  assert.deepEqual(codes(nested(3)), []);
  assert.deepEqual(codes(nested(4)), ['too-deep']);
  assert.ok('error' in parseFormula('('.repeat(3_999)));
});
