import { CalendarDate } from '../values/calendar-date.ts';
import { asComputed, Decimal } from '../values/decimal.ts';
import { decimalToText } from '../values/decimal-text.ts';
import { Asset, Money, Quantity, type Value } from '../values/value.ts';

/**
 * Returns a map key that is the same for equal values of one kind. Quantities are equal here only in the same unit; rows only to
 * themselves.
 */
export function identityOf(value: Value): unknown {
  if (value instanceof Decimal) return `n${plain(value)}`;
  if (value instanceof CalendarDate) return `d${value.seconds}.${value.fraction}`;
  if (value instanceof Quantity) return `q${plain(value.amount)} ${value.unit.rec20}`;
  if (value instanceof Money) return `m${plain(value.amount)} ${value.currency}`;
  if (value instanceof Asset) return `a${value.id}`;
  return typeof value === 'string' ? `t${value}` : value;
}

function plain(number: Decimal): string {
  return decimalToText(asComputed(number));
}
