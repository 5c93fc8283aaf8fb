import {
  addDecimals,
  asComputed,
  compareDecimals,
  Decimal,
  negateDecimal,
  signOf,
  wholeNumber,
} from '../values/decimal.ts';
import { divideDecimals, roundDecimal, type RoundingMode, roundingModes } from '../values/decimal-rounding.ts';
import { Problem } from '../values/problem.ts';
import type { Result, Value } from '../values/value.ts';
import { toAmount } from '../values/convert-value.ts';
import { define } from './definition.ts';
import { tooMuch } from './number-text.ts';
import type { Run } from './run.ts';

const x = { name: 'x', kind: 'number' } as const;
const numbers = { name: 'a', kind: 'any', isRest: true } as const;
const number = { of: 'number' } as const;

const isMode = (text: string): text is RoundingMode => roundingModes.some((mode) => mode === text);

export const numberFunctions = [
  define('round', {
    parameters: [
      x,
      { name: 'digits', kind: 'integer', isOptional: true, fallback: '0' },
      { name: 'mode', kind: 'choice', isOptional: true, choices: roundingModes, fallback: '"half-up"' },
    ],
    result: number,
    apply: (_run, value, digits = 0, mode = 'half-up') =>
      tooMuch(roundDecimal(value, digits, isMode(mode) ? mode : 'half-up')),
  }),
  define('abs', {
    parameters: [x],
    result: number,
    apply: (_run, value) => (signOf(value) < 0 ? negateDecimal(value) : asComputed(value)),
  }),
  define('min', {
    parameters: [numbers],
    result: number,
    readsEmpty: true,
    apply: (run, values) => reduce(run, values, (a, b) => (compareDecimals(b, a) < 0 ? b : a)),
  }),
  define('max', {
    parameters: [numbers],
    result: number,
    readsEmpty: true,
    apply: (run, values) => reduce(run, values, (a, b) => (compareDecimals(b, a) > 0 ? b : a)),
  }),
  define('sum', {
    parameters: [numbers],
    result: number,
    readsEmpty: true,
    apply: (run, values) => reduce(run, values, addDecimals),
  }),
  define('average', {
    parameters: [numbers],
    result: number,
    readsEmpty: true,
    apply: (run, values) => {
      const sum = reduce(run, values, addDecimals);
      const count = flatten(values).length;
      return sum instanceof Decimal ? tooMuch(divideDecimals(sum, wholeNumber(count))) : sum;
    },
  }),
];

/** Replaces lists with their elements, and omits empty values. */
export function flatten(values: readonly Value[]): Exclude<Value, undefined>[] {
  return values.flat(1).filter((value) => value !== undefined);
}

function reduce(run: Run, values: readonly Value[], combine: (a: Decimal, b: Decimal) => Decimal | undefined): Result {
  const given = flatten(values);
  const problem = run.countSteps(given.length);
  if (problem !== undefined) return problem;
  let total: Decimal | undefined;
  for (const value of given) {
    const next = toAmount(value);
    if (next instanceof Problem) return next;
    total = total === undefined ? next : combine(total, next);
    if (total === undefined) return tooMuch(undefined);
  }
  return total && asComputed(total);
}
