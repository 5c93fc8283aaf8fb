/** A point in time, as whole seconds since 1970 and the digits after the decimal point without trailing zeros. */
export interface CalendarDate {
  seconds: number;
  fraction: string;
}

const dateText = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d+))?)?(Z|[+-]\d{2}:\d{2}))?$/;

/**
 * Parses a calendar date `2026-01-31` (midnight UTC) or a date-time with offset `2026-01-31T12:00[:30[.5]]Z` or `…+02:00`.
 * @returns undefined for any other text, for a date that does not exist, and for a date-time without offset.
 */
export function parseDate(text: string): CalendarDate | undefined {
  const match = dateText.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', offset = 'Z'] = match;
  const time = new Date(0);
  // Does not use Date.UTC, because it treats the years 0 to 99 as 1900 to 1999.
  time.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  if (time.getUTCMonth() !== Number(month) - 1 || time.getUTCDate() !== Number(day)) return undefined;
  if (Number(year) === 0 || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  const offsetMinutes = minutesOf(offset);
  if (offsetMinutes === undefined) return undefined;
  const seconds = time.getTime() / 1000 + (Number(hour) * 60 + Number(minute) - offsetMinutes) * 60 + Number(second);
  return { seconds, fraction: withoutTrailingZeros(fraction) };
}

/** Parses a date-time with offset. @returns undefined for any other text, also for a calendar date without a time */
export const parseMoment = (text: string): CalendarDate | undefined =>
  text.charAt(10) === 'T' ? parseDate(text) : undefined;

/** Returns -1, 0 or 1 if `a` is before, equal to or after `b`. */
export function compareDates(a: CalendarDate, b: CalendarDate): number {
  if (a.seconds !== b.seconds) return a.seconds < b.seconds ? -1 : 1;
  if (a.fraction === b.fraction) return 0;
  return a.fraction < b.fraction ? -1 : 1;
}

function minutesOf(offset: string): number | undefined {
  if (offset === 'Z') return 0;
  const hours = Number(offset.slice(1, 3));
  const minutes = Number(offset.slice(4));
  if (hours > 23 || minutes > 59) return undefined;
  return (hours * 60 + minutes) * (offset.startsWith('-') ? -1 : 1);
}

function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}
