/** Converts a value of a product to text for the clipboard. */
export function copyText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join('\n');
  return value === undefined || value === null ? '' : JSON.stringify(value, null, 2);
}
