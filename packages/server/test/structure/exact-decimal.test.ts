import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  compareDecimals,
  decimalPlaces,
  type ExactDecimal,
  parseDecimal,
} from '../../src/structure/values/exact-decimal.ts';

function parsed(text: string): ExactDecimal {
  const decimal = parseDecimal(text);
  assert.ok(decimal !== undefined, text);
  return decimal;
}

const decimals = fc
  .tuple(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), fc.integer({ min: 0, max: 60 }))
  .map(([scaled, places]) => ({ scaled, places, text: `${scaled}e-${places}` }));

test('Decimals compare exactly, with any number of digits.', () => {
  fc.assert(
    fc.property(decimals, decimals, (a, b) => {
      const left = a.scaled * 10n ** BigInt(60 - a.places);
      const right = b.scaled * 10n ** BigInt(60 - b.places);
      const expected = left === right ? 0 : left < right ? -1 : 1;
      assert.equal(compareDecimals(parsed(a.text), parsed(b.text)), expected);
    }),
  );
});

test('Numbers that are equal as doubles compare as different.', () => {
  assert.equal(compareDecimals(parsed('9007199254740993'), parsed('9007199254740992')), 1);
  assert.equal(compareDecimals(parsed('0.1'), parsed('0.1000000000000000000000001')), -1);
  assert.equal(compareDecimals(parsed('1e400'), parsed('1e401')), -1);
  assert.equal(compareDecimals(parsed('-1e-400'), parsed('0')), -1);
  assert.equal(compareDecimals(parsed('-0'), parsed('0.000e5')), 0);
  assert.equal(compareDecimals(parsed('1e21'), parsed('1000000000000000000000.0')), 0);
});

test('Only plain decimal texts parse as decimals.', () => {
  for (const text of ['0', '-0.50', '+3', '.5', '007', '1.5e-7', '1E+21']) assert.ok(parseDecimal(text), text);
  const others = [
    '',
    ' 1',
    '1 ',
    '1,5',
    '5.',
    '.',
    '1e',
    '1e+',
    '0x10',
    'NaN',
    'Infinity',
    '1_000',
    '１',
    '--1',
    '1.2.3',
  ];
  for (const text of others) assert.equal(parseDecimal(text), undefined, text);
});

test('A huge exponent is refused without taking time.', () => {
  assert.equal(parseDecimal('1e9999999999999999'), undefined);
  assert.equal(parseDecimal(`1e${'9'.repeat(1_000_000)}`), undefined);
  assert.deepEqual(parseDecimal(`1e${'0'.repeat(1_000_000)}2`), parsed('100'));
  assert.equal(parseDecimal(`1e${'0'.repeat(1_000_000)}x`), undefined);
});

test('Decimal places are the digits that the number needs after the point.', () => {
  const places = ['10.25', '10.50', '1e3', '1.5e-7', '0.00'].map((text) => decimalPlaces(parsed(text)));
  assert.deepEqual(places, [2, 1, 0, 8, 0]);
});
