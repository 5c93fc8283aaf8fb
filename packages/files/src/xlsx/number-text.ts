import type { NumberFormat } from './number-format.ts';

/**
 * Number of significant digits of a number in a workbook. Further digits are rounding errors of binary fractions, as in
 * 0.30000000000000004.
 */
const digits = 15;
const dayMs = 86_400_000;
/** Day 0 in workbooks from Windows, and in workbooks from old Macs. */
const epoch1900 = Date.UTC(1899, 11, 30);
const epoch1904 = Date.UTC(1904, 0, 1);

/** Converts a number to decimal notation without an exponent. */
function plainDecimal(text: string): string {
  const [mantissa = '', exponent] = text.split('e');
  if (exponent === undefined) return text;
  const sign = mantissa.startsWith('-') ? '-' : '';
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const point = whole.length + Number(exponent);
  const all = whole + fraction;
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${all}`;
  if (point >= all.length) return sign + all.padEnd(point, '0');
  return `${sign}${all.slice(0, point)}.${all.slice(point)}`;
}

function generalText(value: number): string {
  return plainDecimal(String(Number(value.toPrecision(digits))));
}

const two = (value: number): string => String(value).padStart(2, '0');

/**
 * Formats a serial day as an ISO date, a date and time, or only a time, which can exceed 24 hours. Returns undefined for a day that does
 * not exist, such as day 60 of the 1900 system, which spreadsheet programs show as 29 February 1900.
 */
function dateText(serial: number, format: { hasDate: boolean; hasTime: boolean }, is1904: boolean): string | undefined {
  // rounded to seconds, because fractions of a day are not exact
  const seconds = Math.round(serial * 86_400);
  if (seconds < 0) return undefined;
  const clock = `${two(Math.floor(seconds / 3600) % 24)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  if (!format.hasDate) {
    const hours = Math.floor(seconds / 3600);
    return hours < 24 ? clock : `${hours}${clock.slice(2)}`;
  }
  const day = Math.floor(seconds / 86_400);
  if (!is1904 && (day === 60 || day === 0)) return undefined;
  const epoch = is1904 ? epoch1904 : epoch1900 + (day < 60 ? dayMs : 0);
  const time = new Date(epoch + day * dayMs);
  if (Number.isNaN(time.getTime()) || time.getUTCFullYear() > 9999) return undefined;
  const dayText = time.toISOString().slice(0, 10);
  return format.hasTime && seconds % 86_400 !== 0 ? `${dayText}T${clock}` : dayText;
}

/** Pads a whole number with zeros after its sign. Returns other numbers unchanged. */
const padded = (text: string, length: number): string =>
  text.replace(/^(-?)(\d+)$/, (_all, sign: string, whole: string) => sign + whole.padStart(length, '0'));

function formatted(value: number, format: NumberFormat): string {
  if (format.kind === 'percent') return `${generalText(value * 100)}%`;
  const text = generalText(value);
  if (format.kind === 'padded') return padded(text, format.digits);
  if (format.kind !== 'decimals') return text;
  const [whole = '', fraction = ''] = text.split('.');
  return `${whole}.${fraction.padEnd(format.digits, '0')}`;
}

export type NumberText = { text: string } | { fault: 'digits-lost' | 'date-impossible' | 'cell-error' };

/**
 * Formats the number of a cell as the sheet shows it, but keeps all digits. With the format 0.00, 4.2 becomes 4.20, and 4.205 stays 4.205.
 * @param raw the number as it is stored in the file
 */
export function numberText(raw: string, format: NumberFormat, is1904: boolean): NumberText {
  const value = Number(raw);
  if (raw.trim() === '' || !Number.isFinite(value)) return { fault: 'cell-error' };
  if (format.kind === 'date') {
    const text = dateText(value, format, is1904);
    return text === undefined ? { fault: 'date-impossible' } : { text };
  }
  const isPlain = format.kind === 'general' || format.kind === 'padded';
  if (isPlain && /^-?\d+$/.test(raw)) return { text: padded(raw, format.kind === 'padded' ? format.digits : 0) };
  // a large number in scientific notation has lost its last digits
  if (Math.abs(value) >= 1e15 && /[eE]/.test(raw)) return { fault: 'digits-lost' };
  return { text: formatted(value, format) };
}
