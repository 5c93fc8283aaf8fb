/** Maximum price and stock, because the shop stores both as 32-bit integers. */
const max = 2 ** 31 - 1;

/**
 * Converts a price to the shop's integer format without floating-point arithmetic. With two decimal places, `12.5` becomes 1250. Returns
 * the reason as a string if the price is invalid or cannot be represented exactly.
 */
export function readPrice(text: string, decimals: number): number | string {
  const [, whole, fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === undefined) return 'must be a number such as 12.50';
  const digits = fraction.replace(/0+$/, '');
  if (digits.length > decimals) return `must not have more than ${decimals} decimal places`;
  const amount = Number(whole + digits.padEnd(decimals, '0'));
  return amount <= max ? amount : 'is too large';
}

/** Returns the stock, or the reason why the value is invalid. */
export function readStock(text: string): number | string {
  const [, whole] = /^(\d+)(?:\.0+)?$/.exec(text) ?? [];
  if (whole === undefined) return 'must be a whole number from 0';
  const amount = Number(whole);
  return amount <= max ? amount : 'is too large';
}
