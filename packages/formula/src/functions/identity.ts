import { CalendarDate } from '../values/calendar-date.ts';
import { asComputed, commonDivisor, Decimal, tenTo } from '../values/decimal.ts';
import { decimalToText } from '../values/decimal-text.ts';
import { Asset, Money, Quantity, type Value } from '../values/value.ts';

/** Returns a map key that is the same for values of one kind that `=` compares as equal. Rows are equal only to themselves. */
export function identityOf(value: Value): unknown {
  if (value instanceof Decimal) return `n${plain(value)}`;
  if (value instanceof CalendarDate) return `d${value.seconds}.${value.fraction}`;
  if (value instanceof Quantity) return `q${amountInBaseUnit(value)} ${value.unit.dimension}`;
  if (value instanceof Money) return `m${plain(value.amount)} ${value.currency}`;
  if (value instanceof Asset) return `a${value.id}`;
  return typeof value === 'string' ? `t${value}` : value;
}

function plain(number: Decimal): string {
  return decimalToText(asComputed(number));
}

/** Returns the amount in the base unit of the dimension as a reduced ratio, which is the same for 1 kg and 1000 g. */
function amountInBaseUnit({ amount, unit }: Quantity): string {
  const power = tenTo(amount.scale);
  const { numerator, denominator, offset } = unit;
  const above = (BigInt(amount.coefficient) * offset.denominator + offset.numerator * power) * numerator;
  const below = power * offset.denominator * denominator;
  const divisor = commonDivisor(above, below);
  return `${above / divisor}/${below / divisor}`;
}
