/** What the shop can hold: money and stock are 32-bit integers. */
const most = 2 ** 31 - 1;

/**
 * A price as the shop counts it, without a trip through a double: `12.5` is 1250 where it has two places.
 * Answers a text where it cannot be said exactly: the reason.
 */
export function readPrice(text: string, places: number): number | string {
  const [, whole, fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === undefined) return 'must be a number such as 12.50';
  const digits = fraction.replace(/0+$/, '');
  if (digits.length > places) return `must not be finer than ${places} places`;
  const amount = Number(whole + digits.padEnd(places, '0'));
  return amount <= most ? amount : 'must not be so large';
}

/** How many are there, or the reason why that cannot be read. */
export function readStock(text: string): number | string {
  const [, whole] = /^(\d+)(?:\.0+)?$/.exec(text) ?? [];
  if (whole === undefined) return 'must be a whole number from 0';
  const amount = Number(whole);
  return amount <= most ? amount : 'must not be so large';
}
