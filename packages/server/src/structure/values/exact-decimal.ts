/** A decimal number without rounding: ± digits × 10^exponent. `digits` has neither leading nor trailing zeros and is empty for zero. */
export interface ExactDecimal {
  negative: boolean;
  digits: string;
  exponent: number;
}

// Each character can match in only one way, so matching takes linear time.
const decimalText = /^([+-]?)(?:(\d+)(?:\.(\d+))?|\.(\d+))(?:[eE]([+-]?)(\d+))?$/;

/**
 * Maximum number of digits in an exponent. More digits would exceed the integers that a double represents exactly. No measurement needs
 * them.
 */
const maxExponentDigits = 15;

/**
 * Parses `12`, `-0.50`, `.5`, `+3`, `1.5e-7`.
 * @returns undefined for any other text, such as `5.` or a text with blanks, commas or a huge exponent
 */
export function parseDecimal(text: string): ExactDecimal | undefined {
  const match = decimalText.exec(text);
  if (match === null) return undefined;
  const [, sign, whole = '', fraction = match[4] ?? '', , exponentSign, exponent = ''] = match;
  const exponentDigits = exponent.slice(leadingZeros(exponent));
  if (exponentDigits.length > maxExponentDigits) return undefined;
  const power = Number(exponentDigits) * (exponentSign === '-' ? -1 : 1);
  return normalized(sign === '-', whole + fraction, power - fraction.length);
}

/** Returns -1, 0 or 1 if `a` is less than, equal to or greater than `b`. */
export function compareDecimals(a: ExactDecimal, b: ExactDecimal): number {
  const signs = signOf(a) - signOf(b);
  if (signs !== 0) return Math.sign(signs);
  return a.negative ? -compareMagnitudes(a, b) : compareMagnitudes(a, b);
}

/** Returns the number of decimal places that the number needs, for example 2 for `10.25`, 1 for `10.50`, 0 for `1e3`. */
export function decimalPlaces(decimal: ExactDecimal): number {
  return decimal.digits === '' ? 0 : Math.max(0, -decimal.exponent);
}

/** Returns a canonical text, which is the same for equal numbers. For example, `1.0`, `1` and `10e-1` all return `1e0`. */
export function decimalIdentity(decimal: ExactDecimal): string {
  return `${decimal.negative ? '-' : ''}${decimal.digits}e${decimal.exponent}`;
}

function normalized(negative: boolean, allDigits: string, exponent: number): ExactDecimal {
  const start = leadingZeros(allDigits);
  let end = allDigits.length;
  while (end > start && allDigits[end - 1] === '0') end -= 1;
  if (start === end) return { negative: false, digits: '', exponent: 0 };
  return { negative, digits: allDigits.slice(start, end), exponent: exponent + allDigits.length - end };
}

function leadingZeros(digits: string): number {
  let count = 0;
  while (digits[count] === '0') count += 1;
  return count;
}

function signOf(decimal: ExactDecimal): number {
  if (decimal.digits === '') return 0;
  return decimal.negative ? -1 : 1;
}

function compareMagnitudes(a: ExactDecimal, b: ExactDecimal): number {
  const magnitudes = a.digits.length + a.exponent - (b.digits.length + b.exponent);
  if (magnitudes !== 0) return Math.sign(magnitudes);
  // Both numbers start at the same power of ten and have no trailing zeros, so comparing the texts compares the numbers.
  if (a.digits === b.digits) return 0;
  return a.digits < b.digits ? -1 : 1;
}
