import { checkDigitOf, hasCheckDigit } from '../values/gtin.ts';
import { Problem, shown } from '../values/problem.ts';
import { define } from './definition.ts';

const text = { name: 't', kind: 'text' } as const;
const result = { of: 'text' } as const;
const lengths: readonly number[] = [8, 12, 13, 14];
const maxLength = 100;

export const tradeFunctions = [
  define('gtin', {
    parameters: [text, { name: 'digits', kind: 'integer', isOptional: true, fallback: '14' }],
    result,
    apply: (_run, t, digits = 14) => {
      const plain = t.length <= maxLength ? t.replaceAll(/[\s-]/g, '') : '';
      if (!lengths.includes(digits) || !/^\d+$/.test(plain) || plain.length > digits)
        return new Problem('not-a-gtin', { value: shown(t), digits });
      const padded = plain.padStart(digits, '0');
      return hasCheckDigit(padded) ? padded : new Problem('wrong-check-digit', { value: shown(t) });
    },
  }),
  define('checkDigit', {
    parameters: [text],
    result,
    apply: (_run, t) =>
      t.length <= maxLength && /^\d+$/.test(t) ? checkDigitOf(t) : new Problem('not-a-gtin', { value: shown(t) }),
  }),
];
