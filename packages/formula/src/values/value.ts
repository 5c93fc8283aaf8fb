import { CalendarDate } from './calendar-date.ts';
import { Decimal } from './decimal.ts';
import { Problem } from './problem.ts';
import type { Unit } from './unit-types.ts';

/**
 * A value of a formula. `undefined` means empty and also represents empty text, so no value is ever `''`. Text and truth values are plain
 * JavaScript values, because an object for each of them would cost a fifth of the evaluation time.
 */
export type Value = undefined | string | boolean | Decimal | CalendarDate | Quantity | Money | Asset | Row | ValueList;
export type ValueList = readonly Value[];
export type Result = Value | Problem;

export type Kind = 'text' | 'number' | 'truth' | 'date' | 'quantity' | 'money' | 'asset' | 'row';

/** A number with its unit. */
export class Quantity {
  readonly amount: Decimal;
  readonly unit: Unit;

  constructor(amount: Decimal, unit: Unit) {
    this.amount = amount;
    this.unit = unit;
  }
}

export class Money {
  readonly amount: Decimal;
  /** ISO 4217 code. */
  readonly currency: string;

  constructor(amount: Decimal, currency: string) {
    this.amount = amount;
    this.currency = currency;
  }
}

/** A reference to a file. The facts about the file are in the environment. */
export class Asset {
  readonly id: string;

  constructor(id: string) {
    this.id = id;
  }
}

/** A value in stored form: text, a list of stored values, or a row, but never a number. Null and undefined mean that no value is stored. */
export type RawValue = string | null | undefined | readonly RawValue[] | RawRow;
export interface RawRow {
  readonly [storageName: string]: RawValue;
}

/** A row of a composite, with the values as they are stored. */
export class Row {
  readonly cells: RawRow;
  /** Key of the composite to which the row belongs. */
  readonly composite: string;

  constructor(cells: RawRow, composite: string) {
    this.cells = cells;
    this.composite = composite;
  }
}

export function isList(value: Result): value is ValueList {
  return Array.isArray(value);
}

/** Returns the kind of a value that is neither empty nor a list. */
export function kindOf(value: Exclude<Value, undefined | ValueList>): Kind {
  if (typeof value === 'string') return 'text';
  if (typeof value === 'boolean') return 'truth';
  if (value instanceof Decimal) return 'number';
  if (value instanceof CalendarDate) return 'date';
  if (value instanceof Quantity) return 'quantity';
  if (value instanceof Money) return 'money';
  return value instanceof Asset ? 'asset' : 'row';
}

/** Returns the problem for a value that does not have the expected kind. */
export function wrongType(expected: Kind | 'list', value: Value): Problem {
  if (value === undefined) return new Problem('wrong-type', { expected, actual: 'empty' });
  return new Problem('wrong-type', { expected, actual: isList(value) ? 'list' : kindOf(value) });
}

/** Returns text as a value. `''` becomes undefined (empty). */
export function textValue(text: string): string | undefined {
  return text === '' ? undefined : text;
}
