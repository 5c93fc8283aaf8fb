import { convertUnit } from '../units/convert.ts';
import { parseQuantity } from '../units/quantity-text.ts';
import { CalendarDate, compareDates } from '../values/calendar-date.ts';
import { compareTexts } from '../values/code-points.ts';
import { toDate, toNumber } from '../values/convert-value.ts';
import { compareDecimals, Decimal } from '../values/decimal.ts';
import { Problem } from '../values/problem.ts';
import { Asset, isList, kindOf, Money, Quantity, type Result, type Value, wrongType } from '../values/value.ts';
import type { ComparisonSign } from '../syntax/tree.ts';

type Filled = Exclude<Value, undefined>;

/** Compares two values. If a value is empty, `=` is true only if both are empty, and the result of `<`, `<=`, `>` and `>=` is empty. */
export function compareValues(sign: Exclude<ComparisonSign, 'in'>, left: Value, right: Value): Result {
  if (sign === '=' || sign === '<>') {
    const isEqual = equalValues(left, right);
    return typeof isEqual === 'boolean' ? isEqual === (sign === '=') : isEqual;
  }
  if (left === undefined || right === undefined) return undefined;
  const order = orderOf(left, right);
  if (typeof order !== 'number') return order;
  switch (sign) {
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
  }
}

/** Compares two values for equality. Text is compared exactly. Numbers, dates and quantities are compared by value. */
export function equalValues(left: Value, right: Value): boolean | Problem {
  if (left === undefined || right === undefined) return left === right;
  if (typeof left === 'string' && typeof right === 'string') return left === right;
  const order = orderOf(left, right);
  return typeof order === 'number' ? order === 0 : order;
}

function orderOf(left: Filled, right: Filled): number | Problem {
  if (typeof left === 'string' && typeof right === 'string') return compareTexts(left, right);
  if (isList(left) || isList(right))
    return wrongType(isList(left) ? kindName(right) : kindName(left), isList(left) ? left : right);
  if (left instanceof Quantity || right instanceof Quantity) return orderOfQuantities(left, right);
  if (left instanceof Decimal || right instanceof Decimal) return orderBy(toNumber, compareDecimals, left, right);
  if (left instanceof CalendarDate || right instanceof CalendarDate) return orderBy(toDate, compareDates, left, right);
  if (typeof left === 'boolean' && typeof right === 'boolean') return Number(left) - Number(right);
  if (left instanceof Asset || right instanceof Asset) return orderBy(toAssetId, compareTexts, left, right);
  if (left instanceof Money && right instanceof Money) return orderOfMoney(left, right);
  return wrongType(kindOf(left), right);
}

const kindName = (value: Filled) => (isList(value) ? 'list' : kindOf(value));

function orderBy<T>(
  read: (value: Filled) => T | Problem,
  compare: (a: T, b: T) => number,
  left: Filled,
  right: Filled,
): number | Problem {
  const a = read(left);
  if (a instanceof Problem) return a;
  const b = read(right);
  return b instanceof Problem ? b : compare(a, b);
}

function toAssetId(value: Filled): string | Problem {
  if (value instanceof Asset) return value.id;
  return typeof value === 'string' ? value : wrongType('asset', value);
}

/** Compares two quantities in the unit of the left side. */
function orderOfQuantities(left: Filled, right: Filled): number | Problem {
  const a = toQuantity(left);
  if (a instanceof Problem) return a;
  const b = toQuantity(right);
  if (b instanceof Problem) return b;
  const converted = convertUnit(b.amount, b.unit, a.unit);
  return converted instanceof Problem ? converted : compareDecimals(a.amount, converted);
}

function toQuantity(value: Filled): Quantity | Problem {
  if (value instanceof Quantity) return value;
  if (typeof value === 'string') return parseQuantity(value);
  if (value instanceof Decimal && value.unit !== undefined) return new Quantity(value, value.unit);
  return wrongType('quantity', value);
}

function orderOfMoney(left: Money, right: Money): number | Problem {
  if (left.currency !== right.currency) return new Problem('units-differ', { from: right.currency, to: left.currency });
  return compareDecimals(left.amount, right.amount);
}
