import { Decimal, decimalOf, maxDigits } from './decimal.ts';
import type { Unit } from './unit-types.ts';

// Each character can match the pattern in only one way, so matching takes linear time.
const decimalText = /^([+-]?)(?:(\d+)(?:\.(\d+))?|\.(\d+))(?:[eE]([+-]?)(\d+))?$/;
/** Maximum number of characters that `parseQuickly` reads. Up to 15 digits always fit into a safe integer. */
const maxQuickLength = 15;
const maxTextLength = 4 * maxDigits;
const zero = 48;
const nine = 57;
const point = 46;
const minus = 45;

/**
 * Reads numbers such as `12`, `-0.50`, `.5`, `+3` and `1.5e-7`, in the grammar of stored values. Keeps trailing zeros for printing. Returns
 * undefined for any other text, and for numbers with more than 1,000 digits.
 */
export function parseDecimal(text: string, unit?: Unit): Decimal | undefined {
  return parseQuickly(text, unit) ?? parseAny(text, unit);
}

/** Returns a number in plain notation without exponent, such as `1.50`, `-3` or `2000`. */
export function decimalToText(decimal: Decimal): string {
  const { coefficient, scale, text } = decimal;
  if (text !== undefined) return text;
  if (scale === 0) return String(coefficient);
  const negative = coefficient < 0;
  const digits = String(negative ? -coefficient : coefficient).padStart(scale + 1, '0');
  const split = digits.length - scale;
  const end = decimal.isStored ? digits.length : lastDigit(digits, split);
  const fraction = digits.slice(split, end);
  return `${negative ? '-' : ''}${digits.slice(0, split)}${fraction === '' ? '' : `.${fraction}`}`;
}

/** Returns the offset after the last digit that is not a trailing zero, but at least `start`. */
function lastDigit(digits: string, start: number): number {
  let end = digits.length;
  while (end > start && digits.charCodeAt(end - 1) === zero) end -= 1;
  return end;
}

/** Reads numbers such as `12` and `-0.50` with up to 15 characters, the form of most numbers. Returns undefined for any other text. */
function parseQuickly(text: string, unit: Unit | undefined): Decimal | undefined {
  const { length } = text;
  if (length === 0 || length > maxQuickLength) return undefined;
  const start = text.charCodeAt(0) === minus ? 1 : 0;
  let value = 0;
  let pointAt = -1;
  for (let index = start; index < length; index += 1) {
    const code = text.charCodeAt(index);
    if (code >= zero && code <= nine) value = value * 10 + code - zero;
    else if (code === point && pointAt === -1 && index > start) pointAt = index;
    else return undefined;
  }
  if (length === start || pointAt === length - 1) return undefined;
  const scale = pointAt === -1 ? 0 : length - pointAt - 1;
  const isNegative = start === 1 && value !== 0;
  const hasPlainForm = isNegative === (start === 1) && !hasLeadingZero(text, start);
  return new Decimal(isNegative ? -value : value, scale, true, unit, hasPlainForm ? text : undefined);
}

/** Returns true if the digits from `start` on begin with a zero that printing the number would omit. */
function hasLeadingZero(text: string, start: number): boolean {
  return text.charCodeAt(start) === zero && start + 1 < text.length && text.charCodeAt(start + 1) !== point;
}

function parseAny(text: string, unit: Unit | undefined): Decimal | undefined {
  if (text.length > maxTextLength) return undefined;
  const match = decimalText.exec(text);
  if (match === null) return undefined;
  const [, sign, whole = '', fraction = match[4] ?? '', , exponentSign, exponent = '0'] = match;
  const power = Number(exponent) * (exponentSign === '-' ? -1 : 1);
  const digits = BigInt(whole + fraction);
  if (digits === 0n && Math.abs(power) > maxDigits) return new Decimal(0, 0, true, unit);
  const decimal = decimalOf(sign === '-' ? -digits : digits, fraction.length - power, unit);
  return decimal && new Decimal(decimal.coefficient, decimal.scale, true, unit);
}
