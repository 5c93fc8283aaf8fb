import { decimalText } from './decimal-text.ts';
import { numberOf, quantityType } from './quantity-text.ts';

/** Types whose values contain a number. The service accepts only numbers with "." and without thousands separators. */
const numericTypes: ReadonlySet<string> = new Set(['decimal', 'integer', 'fraction', quantityType]);

export const isNumeric = (typeId: string): boolean => numericTypes.has(typeId);

/**
 * Guesses the decimal sign of samples, which is the sign with which all samples are numbers. "4.204" and "4,204" are numbers with both
 * signs, so a column that has only such samples is ambiguous. If neither sign fits all samples, returns ".".
 */
export function guessDecimal(samples: readonly string[]): '.' | ',' | 'ambiguous' {
  const numbers = samples.map(numberOf).filter((sample) => /[.,]/.test(sample));
  const fits = (decimal: '.' | ',') => numbers.every((sample) => decimalText(sample, decimal) !== undefined);
  const point = fits('.');
  const comma = fits(',');
  if (point && comma && numbers.length > 0) return 'ambiguous';
  return comma && !point ? ',' : '.';
}
