import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  addDecimals,
  compareDecimals,
  Decimal,
  decimalOf,
  integerOf,
  multiplyDecimals,
  subtractDecimals,
} from '../src/values/decimal.ts';
import { divideDecimals, roundDecimal, roundingModes } from '../src/values/decimal-rounding.ts';
import { decimalToText, parseDecimal } from '../src/values/decimal-text.ts';

/** Coefficients of all sizes, especially around the largest safe integer, where the fast path ends. */
const coefficients = fc.oneof(
  fc.bigInt({ min: -1_000n, max: 1_000n }),
  fc.bigInt({ min: -(2n ** 54n), max: 2n ** 54n }),
  fc.bigInt({ min: 2n ** 53n - 5n, max: 2n ** 53n + 5n }),
  fc.bigInt({ min: -(10n ** 60n), max: 10n ** 60n }),
);
const decimals = fc
  .tuple(coefficients, fc.nat({ max: 25 }))
  .map(([coefficient, scale]) => decimalOf(coefficient, scale) ?? assert.fail());

/** Returns the number in units of 10^-scale. @throws if it has more decimal places than `scale` */
function scaled(decimal: Decimal | undefined, scale: number): bigint {
  assert.ok(decimal && decimal.scale <= scale);
  return BigInt(decimal.coefficient) * 10n ** BigInt(scale - decimal.scale);
}

test('sums, differences, products and comparisons equal those of big integers', () => {
  fc.assert(
    fc.property(decimals, decimals, (a, b) => {
      const [x, y] = [scaled(a, 25), scaled(b, 25)];
      assert.equal(scaled(addDecimals(a, b), 25), x + y);
      assert.equal(scaled(subtractDecimals(a, b), 25), x - y);
      assert.equal(scaled(multiplyDecimals(a, b), 50), x * y);
      assert.equal(Math.sign(compareDecimals(a, b)), x === y ? 0 : x < y ? -1 : 1);
      assert.equal(
        integerOf(a),
        x % 10n ** 25n === 0n && Number.isSafeInteger(Number(x / 10n ** 25n)) ? Number(x / 10n ** 25n) : undefined,
      );
    }),
    { numRuns: 5_000 },
  );
});

test('a quotient differs from the exact one by at most half of its 20th digit', () => {
  fc.assert(
    fc.property(
      decimals,
      decimals.filter(({ coefficient }) => BigInt(coefficient) !== 0n),
      (a, b) => {
        const quotient = divideDecimals(a, b) ?? assert.fail();
        const scale = 200;
        const [above, below] = [abs(scaled(a, 25)) * 10n ** BigInt(scale), abs(scaled(b, 25))];
        // The quotient times 10^200, rounded down. Its first 20 digits are kept.
        const exact = above / below;
        const unit = 10n ** BigInt(Math.max(0, String(exact).length - 20));
        const difference = abs(abs(scaled(quotient, scale)) * below - above);
        assert.ok(2n * difference <= unit * below, `${decimalToText(a)} / ${decimalToText(b)}`);
        assert.ok(String(quotient.coefficient).replace('-', '').length <= 20 || quotient.scale === 0);
        assert.equal(quotient.coefficient < 0, a.coefficient !== 0 && a.coefficient < 0 !== b.coefficient < 0);
      },
    ),
    { numRuns: 3_000 },
  );
});

test('rounding equals rounding of big integers in every mode', () => {
  fc.assert(
    fc.property(decimals, fc.integer({ min: -5, max: 25 }), fc.constantFrom(...roundingModes), (a, digits, mode) => {
      const rounded = roundDecimal(a, digits, mode) ?? assert.fail();
      const [value, unit] = [scaled(a, 25), 10n ** BigInt(25 - digits)];
      const difference = scaled(rounded, 25) - value;
      assert.equal(scaled(rounded, 25) % unit, 0n);
      if (mode === 'floor') assert.ok(difference <= 0n && -difference < unit);
      else if (mode === 'ceiling') assert.ok(difference >= 0n && difference < unit);
      else if (mode === 'up') assert.ok(value < 0n ? difference <= 0n : difference >= 0n);
      else if (mode === 'down') assert.ok(value < 0n ? difference >= 0n : difference <= 0n);
      else assert.ok(2n * abs(difference) <= unit);
      if (2n * abs(difference) !== unit) return;
      if (mode === 'half-up') assert.ok(value < 0n ? difference < 0n : difference > 0n);
      if (mode === 'half-even') assert.equal((scaled(rounded, 25) / unit) % 2n, 0n);
    }),
    { numRuns: 5_000 },
  );
});

test('a printed number reads as the same number, and stored decimals stay', () => {
  fc.assert(
    fc.property(decimals, (a) => {
      const text = decimalToText(a);
      assert.doesNotMatch(text, /e|\.\d*0$/i);
      assert.equal(compareDecimals(parseDecimal(text) ?? assert.fail(), a), 0);
      const stored = new Decimal(a.coefficient, a.scale, true);
      assert.equal(decimalToText(parseDecimal(decimalToText(stored)) ?? assert.fail()), decimalToText(stored));
    }),
  );
});

test('only plain decimal numbers of up to 1,000 digits are read', () => {
  const texts = [
    '',
    ' 1',
    '1.',
    '.',
    '-',
    '+-1',
    '1,5',
    '0x1',
    'NaN',
    'Infinity',
    '1e',
    '1e99999',
    '٣',
    '1'.repeat(1_001),
  ];
  assert.deepEqual(
    texts.map((text) => parseDecimal(text)),
    texts.map(() => undefined),
  );
  const read = ['+3', '.5', '-0', '1.5e-7', '1E3', '007', '0e99999', '-0.0'].map((text) =>
    decimalToText(parseDecimal(text) ?? assert.fail(text)),
  );
  assert.deepEqual(read, ['3', '0.5', '0', '0.00000015', '1000', '7', '0', '0.0']);
});

const abs = (value: bigint) => (value < 0n ? -value : value);
