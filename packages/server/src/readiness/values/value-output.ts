import type { TargetOutputInput } from '@pimento/contract';
import {
  CalendarDate,
  currencyDecimals,
  Decimal,
  decimalToText,
  formatByPattern,
  Money,
  Quantity,
  type Unit,
} from '@pimento/formula';
import { type ChannelValue, judgedText } from './channel-value.ts';
import { type Fault, fault } from './evaluation-problem.ts';
import { JsonNumber, ShapeObject, type ShapeValue } from './shape-value.ts';

/** The parts of a target that determine how its values are output. */
export interface WrittenTarget {
  name: string;
  output: TargetOutputInput;
  units: ReadonlyMap<string, Unit>;
}

export type ValueWriter = (value: ChannelValue) => ShapeValue | Fault;

const moneyMembers = ['amount', 'currency'];
const quantityMembers = ['value', 'unit'];

/** Returns the function that converts a value to the channel shape. */
export function valueWriter(target: WrittenTarget): ValueWriter {
  const { output } = target;
  const names = new Map(Array.from(target.units, ([name, unit]) => [unit, name]));
  const asMoney = templateOf(output.template ?? '{amount} {currency}', moneyMembers);
  const asQuantity = templateOf(output.template ?? '{value} {unit}', quantityMembers);
  return (value) => {
    if (typeof value === 'string') return value;
    if (typeof value === 'boolean') return writeBoolean(value, output);
    if (value instanceof Decimal) return writeNumber(decimalToText(value), output);
    if (value instanceof Money) return writeMoney(value, target, asMoney);
    if (value instanceof Quantity) return writeQuantity(value, output, names, asQuantity);
    if (value instanceof CalendarDate && output.datePattern !== undefined)
      return formatByPattern(value, output.datePattern, 'UTC') ?? judgedText(value);
    return judgedText(value);
  };
}

function writeBoolean(value: boolean, { as, booleans }: TargetOutputInput): ShapeValue {
  if (booleans !== undefined) return value ? booleans.true : booleans.false;
  return as === 'text' ? String(value) : value;
}

function writeNumber(text: string, { as }: TargetOutputInput): ShapeValue {
  return as === 'number' ? new JsonNumber(text) : text;
}

function writeMoney(
  { amount, currency }: Money,
  { name, output }: WrittenTarget,
  template: Template,
): ShapeValue | Fault {
  const text =
    output.minorUnits === true ? inMinorUnits(amount, currencyDecimals(currency) ?? 0) : decimalToText(amount);
  if (text === undefined) {
    const max = currencyDecimals(currency) ?? 0;
    return fault('too-many-decimals', { attribute: name, value: decimalToText(amount), limit: 'maxDecimals', max });
  }
  if (output.as === 'object') return new ShapeObject(moneyMembers, [new JsonNumber(text), currency]);
  if (output.as === 'number') return new JsonNumber(text);
  return template(text, currency);
}

function writeQuantity(
  { amount, unit }: Quantity,
  output: TargetOutputInput,
  names: ReadonlyMap<Unit, string>,
  template: Template,
): ShapeValue {
  const text = decimalToText(amount);
  const name = names.get(unit) ?? unit.symbol;
  if (output.as === 'object') return new ShapeObject(quantityMembers, [new JsonNumber(text), name]);
  if (output.as === 'number') return new JsonNumber(text);
  return template(text, name);
}

/** Converts an amount to a whole number of minor units. @returns undefined if the amount has more decimals than the currency */
function inMinorUnits(amount: Decimal, decimals: number): string | undefined {
  const [whole = '', fraction = ''] = decimalToText(amount).split('.');
  const digits = fraction.replace(/0+$/, '');
  if (digits.length > decimals) return undefined;
  const sign = whole.startsWith('-') ? '-' : '';
  const minor = (whole.replace('-', '') + digits.padEnd(decimals, '0')).replace(/^0+(?=\d)/, '');
  return minor === '0' ? minor : sign + minor;
}

/** Writes the two parts of a money amount or a quantity as one text. */
type Template = (amount: string, unit: string) => string;

/** Compiles a template. Each `{name}` of a member is replaced by the value of the member. Other braces stay unchanged. */
function templateOf(template: string, members: readonly string[]): Template {
  // Parts at odd indexes are names.
  const parts = template.split(/\{(\w+)\}/).map((part, index) => {
    if (index % 2 === 0) return part;
    const member = members.indexOf(part);
    return member === -1 ? `{${part}}` : member;
  });
  return (amount, unit) => {
    let text = '';
    for (const part of parts) text += typeof part === 'string' ? part : part === 0 ? amount : unit;
    return text;
  };
}
