/** The value of the option that represents all hidden options. It differs from all other values, because they contain no null character. */
export const moreOption = '\u0000more';

/**
 * Shortens a list of options to `shown` options. If options are hidden, appends a disabled option that shows their number.
 * @param label returns the text of the disabled option
 */
export function withMore<Option>(options: readonly Option[], shown: number, label: (count: number) => string) {
  const rest = options.length - shown;
  if (rest <= 0) return [...options];
  return [...options.slice(0, shown), { value: moreOption, label: label(rest), disabled: true }];
}
