/** Types whose values are numbers; the service takes them with "." and without separators of thousands. */
export const numericTypes: ReadonlySet<string> = new Set(['decimal', 'integer', 'fraction']);

const grouped = {
  ',': /^[+-]?\d{1,3}(?:[.' \u00a0\u202f\u2019]\d{3})+(?:,\d+)?$/,
  '.': /^[+-]?\d{1,3}(?:[,' \u00a0\u202f\u2019]\d{3})+(?:\.\d+)?$/,
};
const plain = { ',': /^[+-]?\d+(?:,\d+)?$/, '.': /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/ };

/** Returns a number as the service takes it; undefined if the text is not a number with this decimal sign. */
export function decimalText(text: string, decimal: '.' | ','): string | undefined {
  const bare = text.trim();
  if (plain[decimal].test(bare)) return bare.replace(',', '.');
  if (!grouped[decimal].test(bare)) return undefined;
  return bare.replaceAll(decimal === ',' ? /[^\d,+-]/g : /[^\d.+-]/g, '').replace(',', '.');
}

/**
 * Guesses the decimal sign of samples: the one that all can have. "4.204" and "4,204" fit both, so samples with nothing else are
 * ambiguous.
 */
export function guessDecimal(samples: readonly string[]): '.' | ',' | 'ambiguous' {
  const numbers = samples.filter((sample) => /[.,]/.test(sample));
  const fits = (decimal: '.' | ',') => numbers.every((sample) => decimalText(sample, decimal) !== undefined);
  const point = fits('.');
  const comma = fits(',');
  if (point && comma && numbers.length > 0) return 'ambiguous';
  return comma && !point ? ',' : '.';
}
