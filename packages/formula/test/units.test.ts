import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { convertUnit, currencyDecimals, Decimal, decimalToText, findUnit, parseDecimal, units } from '@pimento/formula';
import { electricityUnits } from '../src/units/electricity.ts';
import { energyUnits } from '../src/units/energy.ts';
import { informationUnits } from '../src/units/information.ts';
import { lengthUnits } from '../src/units/length.ts';
import { massUnits } from '../src/units/mass.ts';
import { materialUnits } from '../src/units/material.ts';
import { mechanicsUnits } from '../src/units/mechanics.ts';
import { volumeUnits } from '../src/units/volume.ts';

test('every code, symbol and alias of a unit finds that unit', () => {
  const named = [
    massUnits,
    lengthUnits,
    volumeUnits,
    mechanicsUnits,
    energyUnits,
    electricityUnits,
    informationUnits,
    materialUnits,
  ];
  for (const { unit, names } of named.flat()) {
    for (const name of names) assert.equal(findUnit(name)?.rec20, unit.rec20, `${name} of ${unit.symbol}`);
    assert.ok(unit.numerator > 0n && unit.denominator > 0n, unit.symbol);
  }
  assert.ok(units.length >= 150, `${units.length} units`);
  assert.equal(new Set(units.map(({ rec20 }) => rec20)).size, units.length);
  assert.equal(new Set(units.map(({ symbol }) => symbol)).size, units.length);
});

test('letter case counts only where it makes a difference', () => {
  assert.equal(findUnit('KG')?.symbol, 'kg');
  assert.equal(findUnit('Fl. Oz.')?.symbol, 'fl oz');
  assert.equal(findUnit('mW')?.symbol, 'mW');
  assert.equal(findUnit('MW')?.symbol, 'MW');
  assert.equal(findUnit('constructor'), undefined);
  assert.equal(findUnit('__proto__'), undefined);
});

test('converting forth and back gives the number again, up to its 18th digit', () => {
  const pairs = units.flatMap((from) =>
    units.filter(({ dimension }) => dimension === from.dimension).map((to) => ({ from, to })),
  );
  fc.assert(
    fc.property(fc.constantFrom(...pairs), fc.integer({ min: 1, max: 1_000_000 }), ({ from, to }, value) => {
      const there = convertUnit(new Decimal(value, 3), from, to);
      assert.ok(there instanceof Decimal && there.unit === to);
      const back = convertUnit(there, to, from);
      assert.ok(back instanceof Decimal);
      const difference = Math.abs(Number(decimalToText(back)) - value / 1_000);
      assert.ok(difference <= 1e-13 * Math.max(value, 1_000_000), `${value} ${from.symbol} in ${to.symbol}`);
    }),
  );
});

test('known conversions are exact', () => {
  const cases = [
    ['1', 'lb', 'kg', '0.45359237'],
    ['1', 'gal', 'l', '3.785411784'],
    ['1', 'kWh', 'kJ', '3600'],
    ['90', 'km/h', 'm/s', '25'],
    ['1', 'psi', 'kPa', '6.8947572931683613367'],
    ['-40', '°C', '°F', '-40'],
    ['1', 'hp', 'W', '745.69987158227022'],
    ['1', 'MiB', 'kB', '1048.576'],
  ] as const;
  for (const [value, from, to, expected] of cases) {
    const [amount, source, target] = [parseDecimal(value), findUnit(from), findUnit(to)];
    assert.ok(amount && source && target);
    const converted = convertUnit(amount, source, target);
    assert.equal(converted instanceof Decimal && decimalToText(converted), expected, `${value} ${from} in ${to}`);
  }
});

test('currencies have the decimals of ISO 4217', () => {
  assert.deepEqual(['EUR', 'JPY', 'KWD', 'DEM', 'constructor'].map(currencyDecimals), [2, 0, 3, undefined, undefined]);
});
