import { type Decimal, maxDigits } from '../values/decimal.ts';
import { decimalToText, parseDecimal } from '../values/decimal-text.ts';
import { roundDecimal } from '../values/decimal-rounding.ts';
import { Problem, shown } from '../values/problem.ts';
import { toAmount } from '../values/convert-value.ts';
import { define } from './definition.ts';

const decimalSign = { name: 'decimal', kind: 'text', isOptional: true, fallback: '"."' } as const;
const groupSign = { name: 'group', kind: 'text', isOptional: true, fallback: '""' } as const;
/** Number of digits between group separators. */
const groupSize = 3;

export const numberTextFunctions = [
  define('number', {
    parameters: [{ name: 't', kind: 'one' }, decimalSign, groupSign],
    result: { of: 'number' },
    apply: (_run, value, decimal = '.', group = '') => {
      if (value === undefined) return undefined;
      if (typeof value !== 'string') return toAmount(value);
      return parseWithSigns(value, decimal, group) ?? new Problem('not-a-decimal', { value: shown(value) });
    },
  }),
  define('format', {
    parameters: [
      { name: 'x', kind: 'number' },
      { name: 'digits', kind: 'integer', isOptional: true },
      decimalSign,
      groupSign,
    ],
    result: { of: 'text' },
    apply: (run, value, digits, decimal = '.', group = '') => {
      const rounded = digits === undefined ? value : roundDecimal(value, digits, 'half-up');
      if (rounded === undefined || (digits ?? 0) > maxDigits) return tooMuch(undefined);
      const text = formatPlain(decimalToText(rounded), digits ?? 0, decimal, group);
      return run.countText(text.length) ?? text;
    },
  }),
];

/** Returns the result, or a problem if there is no result because it would have more than 1,000 digits. */
export function tooMuch(result: Decimal | undefined): Decimal | Problem {
  return result ?? new Problem('too-much-work', { limit: 'digits', max: maxDigits });
}

/** Reads a number with the given decimal and group separators. Group separators are allowed only between digits of the whole part. */
function parseWithSigns(text: string, decimal: string, group: string): Decimal | undefined {
  if (decimal === '.' && group === '') return parseDecimal(text);
  if (text.length > maxDigits) return undefined;
  const [whole = '', fraction, ...more] = decimal === '' ? [text] : text.split(decimal);
  if (more.length > 0 || (fraction !== undefined && !/^\d+$/.test(fraction))) return undefined;
  const digits = withoutGroupSigns(whole, group);
  if (digits === undefined || (fraction === undefined && !/\d$/.test(digits))) return undefined;
  return parseDecimal(fraction === undefined ? digits : `${digits}.${fraction}`);
}

/** Removes the group separators. Returns undefined if something other than digits remains after the sign, or if a group has no digits. */
function withoutGroupSigns(whole: string, group: string): string | undefined {
  const sign = /^[+-]/.exec(whole)?.[0] ?? '';
  const digits = whole.slice(sign.length);
  if (digits === '') return sign;
  const groups = group === '' ? [digits] : digits.split(group);
  return groups.every((part) => /^\d+$/.test(part)) ? sign + groups.join('') : undefined;
}

function formatPlain(plain: string, digits: number, decimal: string, group: string): string {
  const [whole = '', fraction = ''] = plain.split('.');
  const decimals = fraction.padEnd(Math.max(0, digits), '0');
  const grouped = group === '' ? whole : groupDigits(whole, group);
  return decimals === '' ? grouped : `${grouped}${decimal}${decimals}`;
}

function groupDigits(whole: string, group: string): string {
  const sign = whole.startsWith('-') ? '-' : '';
  const digits = whole.slice(sign.length);
  const first = digits.length % groupSize;
  const groups = first === 0 ? [] : [digits.slice(0, first)];
  for (let index = first; index < digits.length; index += groupSize)
    groups.push(digits.slice(index, index + groupSize));
  return sign + groups.join(group);
}
