import type { Parameter } from '../functions/parameters.ts';
import { isCurrency } from '../tables/lookup-table.ts';
import { findUnit, units } from '../units/unit.ts';
import { toAmount, toDate, toList, toText, toTruth } from '../values/convert-value.ts';
import { integerOf } from '../values/decimal.ts';
import { decimalToText } from '../values/decimal-text.ts';
import { Problem, type ProblemCode, shown } from '../values/problem.ts';
import { Asset, isList, type Value, wrongType } from '../values/value.ts';
import type { FormulaErrorCode } from '../syntax/formula-error.ts';

/** Converts a value that is not empty to the kind of a parameter. Returns a problem if that is not possible. */
export function convertArgument(parameter: Parameter, value: Exclude<Value, undefined>): unknown {
  switch (parameter.kind) {
    case 'text':
      return typeof value === 'string' ? value : toText(value);
    case 'number':
      return toAmount(value);
    case 'integer':
      return toInteger(value);
    case 'truth':
      return toTruth(value);
    case 'date':
      return toDate(value);
    case 'asset':
      return value instanceof Asset ? value : wrongType('asset', value);
    case 'list':
      return toList(value);
    case 'unit':
      return lookUp(value, findUnit, 'unit-unknown');
    case 'currency':
      return lookUp(value, (text) => (isCurrency(text) ? text : undefined), 'unknown-currency');
    case 'choice':
      return lookUp(value, (text) => (parameter.choices?.includes(text) === true ? text : undefined), 'unknown-option');
    case 'one':
      return isList(value) ? wrongType('text', value) : value;
    default:
      return value;
  }
}

/** Returns the value of an empty argument, which is `''` for text, an empty list for lists, false for conditions, otherwise undefined. */
export function emptyArgument(parameter: Parameter): unknown {
  switch (parameter.kind) {
    case 'text':
      return '';
    case 'list':
      return toList(undefined);
    case 'truth':
      return false;
    default:
      return undefined;
  }
}

/** Returns the error for a literal that cannot be converted, with the allowed units or options as candidates for a replacement. */
export function errorOfLiteral(
  parameter: Parameter,
  problem: Problem,
): { code: FormulaErrorCode; candidates: readonly string[] } {
  switch (problem.code) {
    case 'unit-unknown':
      return { code: 'unknown-unit', candidates: units.map(({ symbol }) => symbol) };
    case 'unknown-currency':
      return { code: 'unknown-currency', candidates: [] };
    case 'unknown-option':
      return { code: 'unknown-option', candidates: parameter.choices ?? [] };
    case 'not-a-date':
    case 'not-a-decimal':
    case 'not-a-whole-number':
      return { code: problem.code, candidates: [] };
    default:
      return { code: 'wrong-type', candidates: [] };
  }
}

function toInteger(value: Exclude<Value, undefined>): number | Problem {
  const number = toAmount(value);
  if (number instanceof Problem) return number;
  return integerOf(number) ?? new Problem('not-a-whole-number', { value: shown(decimalToText(number)) });
}

function lookUp<T>(
  value: Exclude<Value, undefined>,
  find: (text: string) => T | undefined,
  code: ProblemCode,
): T | Problem {
  const text = toText(value);
  if (text instanceof Problem) return text;
  return find(text) ?? new Problem(code, { value: shown(text) });
}
