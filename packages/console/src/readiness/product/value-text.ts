/** Returns a value in the channel shape as text; undefined if there is no value. */
export function valueText(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return value.map(String).join('\n');
  return JSON.stringify(value, null, 1);
}
