import { parseQuantity } from '../units/quantity-text.ts';
import { convertUnit } from '../units/convert.ts';
import { Decimal } from '../values/decimal.ts';
import { Problem } from '../values/problem.ts';
import { Money, Quantity, type Value, wrongType } from '../values/value.ts';
import type { Unit } from '../values/unit-types.ts';
import { decimalToText, parseDecimal } from '../values/decimal-text.ts';
import { define } from './definition.ts';

const one = { name: 'q', kind: 'one' } as const;

export const unitFunctions = [
  define('quantity', {
    parameters: [
      { name: 't', kind: 'one' },
      { name: 'unit', kind: 'unit', isOptional: true },
    ],
    result: { of: 'quantity' },
    apply: (_run, value, unit) => quantityOf(value, unit),
  }),
  define('convert', {
    parameters: [one, { name: 'to', kind: 'unit' }, { name: 'from', kind: 'unit', isOptional: true }],
    result: { of: 'number' },
    apply: (_run, value, to, from) => {
      const quantity = quantityOf(value, from);
      return quantity instanceof Quantity ? convertUnit(quantity.amount, from ?? quantity.unit, to) : quantity;
    },
  }),
  define('unit', {
    parameters: [one],
    result: { of: 'text' },
    apply: (_run, value) => {
      if (value instanceof Money) return value.currency;
      const quantity = quantityOf(value, undefined);
      return quantity instanceof Quantity ? quantity.unit.symbol : quantity;
    },
  }),
  define('amount', {
    parameters: [one],
    result: { of: 'number' },
    apply: (_run, value) => {
      if (value instanceof Money || value instanceof Quantity) return value.amount;
      if (value instanceof Decimal) return value;
      const quantity = quantityOf(value, undefined);
      return quantity instanceof Quantity ? quantity.amount : quantity;
    },
  }),
  define('money', {
    parameters: [
      { name: 'x', kind: 'number' },
      { name: 'currency', kind: 'currency' },
    ],
    result: { of: 'money' },
    apply: (_run, amount, currency) => new Money(amount, currency),
  }),
];

/** Reads a quantity. A number gets the given unit. If no unit is given, the number keeps the unit of its attribute. */
function quantityOf(value: Value, unit: Unit | undefined): Quantity | Problem | undefined {
  if (value === undefined || value instanceof Quantity) return value;
  if (value instanceof Decimal) return withKnownUnit(value, unit);
  if (typeof value !== 'string') return wrongType('quantity', value);
  const number = parseDecimal(value);
  return number === undefined ? parseQuantity(value) : withKnownUnit(number, unit);
}

function withKnownUnit(amount: Decimal, unit: Unit | undefined): Quantity | Problem {
  const known = unit ?? amount.unit;
  return known === undefined
    ? new Problem('unit-unknown', { value: decimalToText(amount) })
    : new Quantity(amount, known);
}
