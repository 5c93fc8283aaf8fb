/** The value of the option that stands for all options that are not shown; no id can have a control character. */
export const moreOption = '\u0000more';

/**
 * Cuts a list of options, and appends an option that cannot be chosen and says how many more there are.
 * @param label returns the text of that option
 */
export function withMore<Option>(options: readonly Option[], shown: number, label: (count: number) => string) {
  const rest = options.length - shown;
  if (rest <= 0) return [...options];
  return [...options.slice(0, shown), { value: moreOption, label: label(rest), disabled: true }];
}
