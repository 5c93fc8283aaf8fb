import type { TargetTypeId } from '@pimento/contract';
import {
  Asset,
  type CalendarDate,
  convertUnit,
  dateToText,
  Decimal,
  decimalToText,
  isCurrency,
  Money,
  parseDecimal,
  parseQuantity,
  Problem,
  Quantity,
  Row,
  shown,
  toDate,
  toNumber,
  toText,
  type Unit,
  type Value,
} from '@pimento/formula';
import { type Fault, fault, faultOfFormula } from './evaluation-problem.ts';

/** A single value of the type of its target. */
export type ChannelValue = string | boolean | Decimal | CalendarDate | Quantity | Money | Asset;
type OneValue = Exclude<Value, undefined | readonly Value[]>;

/** The parts of a target that determine how values are converted. */
export interface ConvertedTarget {
  name: string;
  typeId: TargetTypeId;
  units: ReadonlyMap<string, Unit>;
  /** The unit to which all quantities are converted. Undefined if units are not converted. */
  outputUnit: Unit | undefined;
}

/** Converts one value of a formula to the type and unit of a target. */
export type ValueConverter = (value: OneValue) => ChannelValue | Fault;

/** Returns the function that converts values to the type and unit of a target. */
export function valueConverter(target: ConvertedTarget): ValueConverter {
  switch (target.typeId) {
    case 'integer':
    case 'decimal':
      return (value) => toDecimal(value, target);
    case 'fraction':
      return (value) => (value instanceof Decimal ? value : toPlainText(value, target));
    case 'boolean':
      return (value) => toBoolean(value, target);
    case 'date':
      return (value) => {
        const date = toDate(value);
        return date instanceof Problem ? fault('not-a-date', { attribute: target.name, value: textOf(value) }) : date;
      };
    case 'quantity':
      return (value) => toQuantity(value, target);
    case 'money':
      return (value) => toMoney(value, target);
    case 'asset':
      return (value) => (value instanceof Asset ? value : toAsset(value, target));
    case 'url':
      return (value) => toAddress(value, target);
    case 'string':
    case 'reference':
    case 'gtin':
    case 'composite':
      return (value) => (typeof value === 'string' ? value : toPlainText(value, target));
  }
}

/** Returns the text to which limits, lists and rules apply. For money and quantities, this is the amount. */
export function judgedText(value: ChannelValue): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  if (value instanceof Decimal) return decimalToText(value);
  if (value instanceof Quantity || value instanceof Money) return decimalToText(value.amount);
  return value instanceof Asset ? value.id : dateToText(value);
}

/** Returns a value as formulas of the standard read it. */
export function rawText(value: ChannelValue): string {
  if (value instanceof Quantity) return `${decimalToText(value.amount)} ${value.unit.rec20}`;
  return value instanceof Money ? `${decimalToText(value.amount)} ${value.currency}` : judgedText(value);
}

export function isFault(value: object | string | boolean): value is Fault {
  return typeof value === 'object' && 'code' in value;
}

function toPlainText(value: OneValue, { name }: ConvertedTarget): string | Fault {
  const text = toText(value);
  return typeof text === 'string' ? text : faultOfFormula(text, name);
}

function toDecimal(value: OneValue, target: ConvertedTarget): Decimal | Fault {
  const number =
    value instanceof Quantity
      ? new Decimal(value.amount.coefficient, value.amount.scale, false, value.unit)
      : toNumber(value);
  if (number instanceof Problem) return fault('not-a-decimal', { attribute: target.name, value: textOf(value) });
  const [unit] = target.units.values();
  if (number.unit === undefined || unit === undefined || target.units.size > 1) return number;
  const converted = convertUnit(number, number.unit, unit);
  return converted instanceof Problem ? faultOfFormula(converted, target.name) : converted;
}

function toBoolean(value: OneValue, { name }: ConvertedTarget): boolean | Fault {
  if (typeof value === 'boolean') return value;
  if (value === 'true' || value === 'false') return value === 'true';
  return fault('not-a-boolean', { attribute: name, value: textOf(value) });
}

function toQuantity(value: OneValue, target: ConvertedTarget): Quantity | Fault {
  const quantity = quantityOf(value);
  if (quantity instanceof Problem) {
    const code = quantity.code === 'unit-unknown' ? 'unit-unknown' : 'not-a-quantity';
    return fault(code, { attribute: target.name, value: textOf(value) });
  }
  if (target.outputUnit === undefined) return judgeUnit(quantity, target);
  const converted = convertUnit(quantity.amount, quantity.unit, target.outputUnit);
  return converted instanceof Problem
    ? faultOfFormula(converted, target.name)
    : judgeUnit(new Quantity(converted, target.outputUnit), target);
}

function judgeUnit(quantity: Quantity, { name, units }: ConvertedTarget): Quantity | Fault {
  if (units.size === 0) return quantity;
  for (const unit of units.values()) if (unit === quantity.unit) return quantity;
  return fault('unit-not-allowed', { attribute: name, unit: quantity.unit.symbol, allowed: [...units.keys()] });
}

function quantityOf(value: OneValue): Quantity | Problem {
  if (value instanceof Quantity) return value;
  if (typeof value === 'string') return parseQuantity(value);
  if (!(value instanceof Decimal)) return new Problem('not-a-quantity');
  return value.unit === undefined ? new Problem('unit-unknown') : new Quantity(value, value.unit);
}

function toMoney(value: OneValue, { name }: ConvertedTarget): Money | Fault {
  if (value instanceof Money) return value;
  const text = textOf(value);
  const space = text.lastIndexOf(' ');
  const amount = typeof value === 'string' && space > 0 ? parseDecimal(text.slice(0, space)) : undefined;
  const currency = text.slice(space + 1);
  if (amount !== undefined && isCurrency(currency)) return new Money(amount, currency);
  return fault('not-money', { attribute: name, value: text });
}

function toAsset(value: OneValue, target: ConvertedTarget): Asset | Fault {
  const text = toPlainText(value, target);
  return typeof text === 'string' ? new Asset(text) : text;
}

const webAddress = /^https?:\/\/[^\s/?#]+[^\s]*$/i;

function toAddress(value: OneValue, target: ConvertedTarget): string | Fault {
  const text = toPlainText(value, target);
  if (typeof text !== 'string' || (webAddress.test(text) && URL.canParse(text))) return text;
  return fault('not-a-url', { attribute: target.name, value: shown(text) });
}

function textOf(value: OneValue): string {
  if (value instanceof Row) return '';
  const text = toText(value);
  return typeof text === 'string' ? shown(text) : '';
}
