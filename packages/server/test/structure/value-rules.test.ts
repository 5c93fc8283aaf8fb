import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type AttributeTypeId,
  attributeTypeIds,
  type Restriction,
} from '../../src/structure/values/structure-types.ts';
import { compileJudge } from '../../src/structure/values/value-rules.ts';

function codes(typeId: AttributeTypeId, restriction: Restriction | null, texts: string[]): (string | undefined)[] {
  const judge = compileJudge({ id: 'sample', typeId, restriction });
  return texts.map((text) => judge?.(text)?.code);
}

function accepts(typeId: AttributeTypeId, texts: string[]): void {
  assert.deepEqual(
    codes(typeId, null, texts),
    texts.map(() => undefined),
  );
}

function refuses(typeId: AttributeTypeId, code: string, texts: string[]): void {
  assert.deepEqual(
    codes(typeId, null, texts),
    texts.map(() => code),
  );
}

test('A string without a restriction has no judge, and neither has a composite.', () => {
  assert.equal(compileJudge({ id: 'a', typeId: 'string', restriction: null }), undefined);
  assert.equal(compileJudge({ id: 'a', typeId: 'composite', restriction: null }), undefined);
});

test('An integer is any text whose exact value is a whole number.', () => {
  accepts('integer', ['0', '-5', '+7', '007', '5.0', '1e21', '12345678901234567890123', '1.5e1']);
  refuses('integer', 'not-an-integer', ['', '1.5', '1e-1', 'five', '1 000', '5,0']);
});

test('A fraction is n/d, a mixed number or a plain number.', () => {
  accepts('fraction', ['1/3', '-7/2', '2 1/2', '3', '0.75', '10/10']);
  refuses('fraction', 'not-a-fraction', [
    '',
    '1/0',
    '1/',
    '/2',
    '1 / 2',
    '1/-2',
    '2  1/2',
    '1/2/3',
    'half',
    '1'.repeat(256),
  ]);
});

test('A GTIN has 8, 12, 13 or 14 digits and the right check digit.', () => {
  accepts('gtin', ['96385074', '036000291452', '4006381333931', '00028000131708', '10036016500279']);
  refuses('gtin', 'wrong-check-digit', ['96385075', '4006381333932', '00028000131709']);
  refuses('gtin', 'not-a-gtin', ['', '123456789', '40063813339', '4006381333931 ', '400638133393X', '4'.repeat(15)]);
});

test('A date is a day that exists, or a date-time with offset.', () => {
  accepts('date', ['2024-02-29', '0001-01-01', '2026-01-31T23:59Z', '2026-01-31T12:00:00.123456789+05:30']);
  refuses('date', 'not-a-date', [
    '',
    '2023-02-29',
    '2026-13-01',
    '2026-04-31',
    '0000-01-01',
    '31.01.2026',
    '2026-1-3',
    '20260131',
  ]);
  refuses('date', 'not-a-date', [
    '2026-01-31T12:00:00',
    '2026-01-31T24:00Z',
    '2026-01-31 12:00Z',
    '2026-01-31T12:00+0100',
    '2026-01-31T12:60Z',
  ]);
});

test('A yes or no is one of two words, and a moment is a date-time with offset.', () => {
  accepts('boolean', ['true', 'false']);
  refuses('boolean', 'not-a-boolean', ['', 'TRUE', 'yes', 'ja', '1', '0', ' true']);
  accepts('datetime', ['2026-01-31T23:59Z', '2026-01-31T12:00:00.123456789+05:30', '2024-02-29T00:00:00Z']);
  refuses('datetime', 'not-a-datetime', [
    '',
    '2026-01-31',
    '2026-01-31T12:00:00',
    '2023-02-29T12:00Z',
    '2026-01-31 12:00Z',
  ]);
  const limits = { parameters: { minValue: '2026-01-31T12:00Z' } };
  assert.deepEqual(codes('datetime', limits, ['2026-01-31T12:59+01:00', '2026-01-31T14:00+02:00']), [
    'below-minimum',
    undefined,
  ]);
});

test('A reference is a text that can be a product id; an asset is any text that is not empty.', () => {
  accepts('reference', ['0017', 'a b/c:d', '製品'.repeat(127)]);
  refuses('reference', 'not-a-reference', ['', '.', '..', ' .. ', 'a\nb', 'x'.repeat(256), '\ud800']);
  accepts('asset', ['https://example.org/a.png?x=1', 'front.jpg']);
  refuses('asset', 'empty-asset', ['']);
});

test('Lengths are counted in characters, not in UTF-16 units or bytes.', () => {
  const restriction = { parameters: { minLength: '2', maxLength: '3' } };
  assert.deepEqual(codes('string', restriction, ['😀', '😀😀', '😀😀😀', '😀😀😀😀', 'é', 'abcd']), [
    'too-short',
    undefined,
    undefined,
    'too-long',
    'too-short',
    'too-long',
  ]);
});

test('Limits of values are exact for numbers, fractions and dates.', () => {
  const limits = { parameters: { minValue: '0.1', maxValue: '9007199254740992' } };
  assert.deepEqual(
    codes('decimal', limits, ['0.1', '0.09999999999999999999', '9007199254740992.0', '9007199254740993']),
    [undefined, 'below-minimum', undefined, 'above-maximum'],
  );
  assert.deepEqual(
    codes('fraction', { parameters: { minValue: '1/3', maxValue: '2 1/2' } }, [
      '2/6',
      '33/100',
      '2.5',
      '5/2',
      '251/100',
    ]),
    [undefined, 'below-minimum', undefined, undefined, 'above-maximum'],
  );
  assert.deepEqual(
    codes('date', { parameters: { minValue: '2026-01-01' } }, [
      '2026-01-01',
      '2026-01-01T00:30:00+01:00',
      '2025-12-31T23:30:00-01:00',
    ]),
    [undefined, 'below-minimum', undefined],
  );
  assert.deepEqual(codes('decimal', { parameters: { maxDecimals: '2' } }, ['1.25', '1.250', '1.255', '1e-3']), [
    undefined,
    undefined,
    'too-many-decimals',
    'too-many-decimals',
  ]);
});

test('A list of values is compared by exact text, and by value for numbers.', () => {
  assert.deepEqual(
    codes('string', { listOfValues: [{ value: '1' }, { value: 'constructor' }] }, [
      '1',
      '1.0',
      'constructor',
      'toString',
    ]),
    [undefined, 'not-in-list', undefined, 'not-in-list'],
  );
  assert.deepEqual(codes('decimal', { listOfValues: [{ value: '1' }] }, ['1.0', '10e-1', '2']), [
    undefined,
    undefined,
    'not-in-list',
  ]);
});

test('A pattern may match anywhere in the text, and all patterns must match.', () => {
  assert.deepEqual(codes('string', { patterns: [{ pattern: '[0-9]' }] }, ['a1b', 'ab']), [
    undefined,
    'pattern-mismatch',
  ]);
  assert.deepEqual(
    codes('string', { patterns: [{ pattern: '^[a-z]+$' }, { pattern: 'x' }] }, ['axb', 'abc', 'x\n', 'X']),
    [undefined, 'pattern-mismatch', 'pattern-mismatch', 'pattern-mismatch'],
  );
});

test('A message names attribute, rule and value, and contains at most 80 characters of the value.', () => {
  const judge = compileJudge({ id: 'weight', typeId: 'decimal', restriction: null });
  assert.equal(
    judge?.('heavy')?.message,
    'Attribute "weight": the value "heavy" is not a decimal number such as 12 or -0.5',
  );
  assert.match(judge?.('😀'.repeat(1000))?.message ?? '', /the value "(😀){80}…" is/u);
  const withReason = compileJudge({
    id: 'a',
    typeId: 'string',
    restriction: { patterns: [{ pattern: '^x', message: 'starts with x' }] },
  });
  assert.equal(withReason?.('y')?.message, 'Attribute "a": the value "y" does not match the pattern ^x: starts with x');
});

test('Patterns with catastrophic backtracking in other engines take linear time.', () => {
  for (const pattern of ['^(a+)+$', '(a|aa)+$', '^(a|a?)+$', '(x+x+)+y', '^(([a-z])+.)+[A-Z]([a-z])+$']) {
    const judge = compileJudge({ id: 'a', typeId: 'string', restriction: { patterns: [{ pattern }] } });
    // with a backtracking engine, these calls would not end
    assert.notEqual(judge?.(`${'b'.repeat(100_000)}!`), undefined, pattern);
    judge?.(`${'a'.repeat(100_000)}!`);
    judge?.('x'.repeat(100_000));
  }
});

test('A judge throws for no text.', () => {
  const restriction = {
    parameters: { minLength: '1', maxLength: '9', minValue: '2', maxValue: '3', maxDecimals: '1' },
    patterns: [{ pattern: '\\d' }],
    listOfValues: [{ value: '2' }],
  };
  const judges = attributeTypeIds.flatMap((typeId) => [
    compileJudge({ id: 'a', typeId, restriction: null }),
    compileJudge({ id: 'a', typeId, restriction }),
  ]);
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.stringMatching(/^[-+0-9./eET: Z]{0,30}$/),
    fc.string().map((text) => `${text}\ud800`),
  );
  fc.assert(fc.property(texts, (text) => judges.forEach((judge) => judge?.(text))));
});
