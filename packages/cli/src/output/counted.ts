const number = new Intl.NumberFormat('en');

/** Formats a count with its noun, such as `1 product` or `2,000 products`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${number.format(count)} ${count === 1 ? one : many}`;
