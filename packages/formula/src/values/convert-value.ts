import { CalendarDate, dateToText, parseDate } from './calendar-date.ts';
import { Decimal, withUnit } from './decimal.ts';
import { decimalToText, parseDecimal } from './decimal-text.ts';
import { Problem, shown } from './problem.ts';
import { Asset, isList, Money, Quantity, type Value, wrongType } from './value.ts';

/** Returns a value as text. An empty value becomes `''`. Lists and rows cannot be converted. */
export function toText(value: Value): string | Problem {
  if (typeof value === 'string') return value;
  if (value === undefined) return '';
  if (value instanceof Decimal) return decimalToText(value);
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  if (value instanceof CalendarDate) return dateToText(value);
  if (value instanceof Quantity) return `${decimalToText(value.amount)} ${value.unit.symbol}`;
  if (value instanceof Money) return `${decimalToText(value.amount)} ${value.currency}`;
  return value instanceof Asset ? value.id : wrongType('text', value);
}

/** Returns a value as a number. Text must have a form that `parseDecimal` accepts. */
export function toNumber(value: Exclude<Value, undefined>): Decimal | Problem {
  if (value instanceof Decimal) return value;
  if (typeof value === 'string') return parseDecimal(value) ?? new Problem('not-a-decimal', { value: shown(value) });
  return wrongType('number', value);
}

/** Converts a value like `toNumber`, but converts a quantity to its amount, which keeps the unit. */
export function toAmount(value: Exclude<Value, undefined>): Decimal | Problem {
  return value instanceof Quantity ? withUnit(value.amount, value.unit) : toNumber(value);
}

export function toDate(value: Exclude<Value, undefined>): CalendarDate | Problem {
  if (value instanceof CalendarDate) return value;
  if (typeof value === 'string') return parseDate(value) ?? new Problem('not-a-date', { value: shown(value) });
  return wrongType('date', value);
}

/** Returns true if a condition is true. An empty value counts as false. */
export function toTruth(value: Value): boolean | Problem {
  if (typeof value === 'boolean') return value;
  return value === undefined ? false : wrongType('truth', value);
}

/** Returns a value as a list. A single value becomes a list with one element, and an empty value becomes an empty list. */
export function toList(value: Value): readonly Value[] {
  if (isList(value)) return value;
  return value === undefined ? [] : [value];
}
