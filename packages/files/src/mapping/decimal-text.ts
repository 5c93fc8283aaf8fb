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
