/** Types whose values are numbers. The service accepts only numbers with "." and without thousands separators. */
export const numericTypes: ReadonlySet<string> = new Set(['decimal', 'integer', 'fraction']);

const grouped = {
  ',': /^[+-]?\d{1,3}(?:[.' \u00a0\u202f\u2019]\d{3})+(?:,\d+)?$/,
  '.': /^[+-]?\d{1,3}(?:[,' \u00a0\u202f\u2019]\d{3})+(?:\.\d+)?$/,
};
const plain = { ',': /^[+-]?\d+(?:,\d+)?$/, '.': /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/ };

/** Returns a number in the form that the service accepts, or undefined if the text is not a number with this decimal sign. */
export function decimalText(text: string, decimal: '.' | ','): string | undefined {
  const bare = text.trim();
  if (plain[decimal].test(bare)) return bare.replace(',', '.');
  if (!grouped[decimal].test(bare)) return undefined;
  return bare.replaceAll(decimal === ',' ? /[^\d,+-]/g : /[^\d.+-]/g, '').replace(',', '.');
}

/**
 * Guesses the decimal sign from the samples that contain a point or a comma. With this sign, all of these must be numbers. "4.204" and
 * "4,204" are numbers with both signs, so a column that has only such samples is ambiguous. If neither sign fits all, returns ".".
 */
export function guessDecimal(samples: readonly string[]): '.' | ',' | 'ambiguous' {
  const numbers = samples.filter((sample) => /[.,]/.test(sample));
  const fits = (decimal: '.' | ',') => numbers.every((sample) => decimalText(sample, decimal) !== undefined);
  const point = fits('.');
  const comma = fits(',');
  if (point && comma && numbers.length > 0) return 'ambiguous';
  return comma && !point ? ',' : '.';
}
