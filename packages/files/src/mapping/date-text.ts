/** Order of day and month: 31.01.2026 or 01/31/2026. */
export type DayOrder = 'dmy' | 'mdy';

const day = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})$/;
const iso = /^\d{4}-\d{2}-\d{2}(?:T.+)?$/;

const daysIn = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

/**
 * Returns a date in the form that the service accepts. 31.01.2026 becomes 2026-01-31, and dates that already have this form stay unchanged.
 * @returns undefined if the text is not a date in this order. Two-digit years are refused, because 26 can mean 1926
 */
export function dateText(text: string, order: DayOrder): string | undefined {
  const bare = text.trim();
  if (iso.test(bare)) return bare;
  const found = day.exec(bare);
  if (found === null) return undefined;
  const [, first = '', , second = '', year = ''] = found;
  const [dayOfMonth, month] = order === 'dmy' ? [first, second] : [second, first];
  const isDay = Number(month) >= 1 && Number(month) <= 12 && Number(dayOfMonth) >= 1;
  if (!isDay || Number(dayOfMonth) > daysIn(Number(year), Number(month))) return undefined;
  return `${year}-${month.padStart(2, '0')}-${dayOfMonth.padStart(2, '0')}`;
}

/** Returns the first sample that is a date with day and month before the year. */
export const findDayFirst = (samples: readonly string[]): string | undefined =>
  samples.find((sample) => day.test(sample.trim()));

/**
 * Guesses the order of day and month from the samples in which both precede the year. All of them must be dates in this order. 03.04.2026
 * is a date in both orders, so a column with only such samples is ambiguous.
 * @returns undefined if no sample has this form, or if neither order fits all of them
 */
export function guessDayOrder(samples: readonly string[]): DayOrder | 'ambiguous' | undefined {
  const dates = samples.filter((sample) => day.test(sample.trim()));
  if (dates.length === 0) return undefined;
  const fits = (order: DayOrder) => dates.every((sample) => dateText(sample, order) !== undefined);
  const isDayFirst = fits('dmy');
  const isMonthFirst = fits('mdy');
  // A date such as 05.05.2026 is the same in both orders.
  const differs = dates.some((sample) => dateText(sample, 'dmy') !== dateText(sample, 'mdy'));
  if (isDayFirst && isMonthFirst) return differs ? 'ambiguous' : 'dmy';
  return isDayFirst ? 'dmy' : isMonthFirst ? 'mdy' : undefined;
}
