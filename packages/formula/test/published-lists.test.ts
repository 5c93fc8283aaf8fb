import assert from 'node:assert/strict';
import { test } from 'node:test';
import library from '@lhncbc/ucum-lhc';
import currencyCodes from 'currency-codes';
import { currencyDecimals, type Unit, units } from '@pimento/formula';
import { currencyLines } from '../src/tables/currency-lines.ts';

const ucum = library.UcumLhcUtils.getInstance();

/**
 * Maximum relative difference between two factors. UCUM defines mmHg with only six digits, whereas formulas use the conventional
 * 133.322387415 Pa.
 */
const tolerance = 1e-5;

function factorOf({ ucum: code, numerator, denominator, symbol }: Unit) {
  const { unit } = ucum.getSpecifiedUnit(code, 'validate');
  assert.ok(unit, `${symbol}: UCUM has no ${code}`);
  const own = Number((numerator * 10n ** 30n) / denominator) / 1e30;
  return { symbol, ratio: unit.magnitude_ / own, vector: unit.dim_.dimVec_ };
}

test('every unit has a code of UCUM with the same dimension and factor', () => {
  const byDimension = Map.groupBy(units, ({ dimension }) => dimension);
  for (const [dimension, all] of byDimension) {
    const [first, ...others] = all.map(factorOf);
    assert.ok(first);
    for (const { symbol, ratio, vector } of others) {
      assert.deepEqual(vector, first.vector, `${symbol} is no ${dimension}`);
      assert.ok(Math.abs(ratio / first.ratio - 1) < tolerance, `${symbol} in ${first.symbol}: ${ratio / first.ratio}`);
    }
  }
});

/**
 * Returns false for codes that are not used for prices, such as metals, funds, test codes and units of account between banks. CUC is
 * excluded because it has been withdrawn.
 */
const isForPrices = (code: string) => code !== 'CUC' && (!code.startsWith('X') || /^X(AF|CD|OF|PF)$/.test(code));
/** Currencies that are newer than the published list. */
const added = ['XCG'];

test('currencies are those of ISO 4217 with their decimals', () => {
  const own = currencyLines.split('\n').map((line) => line.slice(0, 3));
  assert.deepEqual(own.toSorted(), [...new Set(own)].toSorted());
  const published = currencyCodes.codes().filter(isForPrices);
  assert.deepEqual(own.toSorted(), [...published, ...added].toSorted());
  for (const code of published) assert.equal(currencyDecimals(code), currencyCodes.code(code)?.digits, code);
});

test('a unit is known by the code that UN/ECE Recommendation 20 gives it', () => {
  // codes that are easily confused with similar codes
  const codes = {
    DRI: 'dr',
    B38: 'kgf m',
    M92: 'lbf ft',
    OZA: 'fl oz',
    OZI: 'fl oz (UK)',
    CWA: 'cwt (US)',
    HJ: 'PS (power)',
  };
  const symbols = new Map(units.map(({ rec20, symbol }) => [rec20, symbol]));
  for (const [code, symbol] of Object.entries(codes)) assert.equal(symbols.get(code), symbol, code);
  // These are similar codes whose units are not available in formulas: the troy dram, a kilogram metre of imbalance, and a microfarad per
  // kilometre.
  for (const code of ['DRA', 'M94', 'H28']) assert.ok(!symbols.has(code), code);
});
