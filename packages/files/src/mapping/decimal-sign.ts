import { decimalText } from './decimal-text.ts';
import { numberOf, quantityType } from './quantity-text.ts';

/** Types whose values contain a number. The service accepts only numbers with "." and without thousands separators. */
const numericTypes: ReadonlySet<string> = new Set(['decimal', 'integer', 'fraction', quantityType]);

export const isNumeric = (typeId: string): boolean => numericTypes.has(typeId);

const isNumber = (text: string, decimal: '.' | ','): boolean => decimalText(text, decimal) !== undefined;

/**
 * Guesses the decimal sign of samples, which is the sign with which all samples are numbers. "4.204" and "4,204" are numbers with both
 * signs, so a column that has only such samples is ambiguous. Samples such as "n.a." that are numbers with neither sign do not count. If
 * neither sign fits all other samples, returns ".".
 */
export function guessDecimal(samples: readonly string[]): '.' | ',' | 'ambiguous' {
  const numbers = samples.map(numberOf).filter((sample) => /[.,]/.test(sample));
  const readings = numbers.map((sample) => ({ point: isNumber(sample, '.'), comma: isNumber(sample, ',') }));
  const readable = readings.filter((reading) => reading.point || reading.comma);
  const point = readable.every((reading) => reading.point);
  const comma = readable.every((reading) => reading.comma);
  if (point && comma && readable.length > 0) return 'ambiguous';
  return comma && !point ? ',' : '.';
}

/** Returns the first number of samples that can be read in two ways, or '' if there is none. */
export const findAmbiguous = (samples: readonly string[]): string =>
  samples.map(numberOf).find((text) => /[.,]/.test(text) && isNumber(text, '.') && isNumber(text, ',')) ?? '';
