import { formatOf } from './time-zone.ts';
import { CalendarDate, dateInRange, secondsOfParts } from './calendar-date.ts';

/** The parts of a date in a pattern. All other characters in a pattern represent themselves. */
const partNames = { yyyy: 'year', MM: 'month', dd: 'day', HH: 'hour', mm: 'minute', ss: 'second' } as const;
const part = /yyyy|MM|dd|HH|mm|ss/g;
type PartName = (typeof partNames)[keyof typeof partNames];

const isPart = (text: string): text is keyof typeof partNames => Object.hasOwn(partNames, text);

/**
 * Reads a date with a pattern such as `dd.MM.yyyy`. The text must have one digit for each letter of a part. All other characters must equal
 * those of the pattern. The pattern must contain the year. Other missing parts default to the first month, the first day, or 0. Returns
 * undefined if the text does not match the pattern or is not a date.
 */
export function parseByPattern(text: string, pattern: string): CalendarDate | undefined {
  if (text.length !== pattern.length) return undefined;
  const parts: Record<PartName, string> = { year: '', month: '01', day: '01', hour: '00', minute: '00', second: '00' };
  let done = 0;
  for (const { 0: token, index } of pattern.matchAll(part)) {
    const digits = text.slice(index, index + token.length);
    if (text.slice(done, index) !== pattern.slice(done, index) || !/^\d+$/.test(digits) || !isPart(token))
      return undefined;
    parts[partNames[token]] = digits;
    done = index + token.length;
  }
  if (text.slice(done) !== pattern.slice(done) || parts.year === '') return undefined;
  const seconds = secondsOfParts(parts);
  return seconds === undefined ? undefined : dateInRange(seconds, /HH|mm|ss/.test(pattern));
}

/**
 * Formats a date with a pattern. The time zone applies only to dates with a time. Returns undefined if the date has a time and the time
 * zone is unknown.
 */
export function formatByPattern(date: CalendarDate, pattern: string, zone: string): string | undefined {
  const parts = date.hasTime ? partsInZone(date.seconds, zone) : partsInZone(date.seconds, 'UTC');
  if (parts === undefined) return undefined;
  return pattern.replaceAll(part, (token) => (isPart(token) ? parts[partNames[token]] : token));
}

/** Returns the day of a point in time in a zone, or undefined for an unknown zone. */
export function dayInZone(date: CalendarDate, zone: string): CalendarDate | undefined {
  const parts = partsInZone(date.seconds, zone);
  if (parts === undefined) return undefined;
  const seconds = secondsOfParts({ ...parts, hour: '0', minute: '0', second: '0' });
  return seconds === undefined ? undefined : new CalendarDate(seconds, false);
}

function partsInZone(seconds: number, zone: string): Record<PartName, string> | undefined {
  if (zone === 'UTC') return partsOfText(new Date(seconds * 1_000).toISOString());
  const format = formatOf(zone);
  if (format === undefined) return undefined;
  const found = new Map(format.formatToParts(seconds * 1_000).map(({ type, value }) => [type, value]));
  const read = (name: PartName, length: number) => (found.get(name) ?? '').padStart(length, '0');
  return {
    year: read('year', 4),
    month: read('month', 2),
    day: read('day', 2),
    hour: read('hour', 2),
    minute: read('minute', 2),
    second: read('second', 2),
  };
}

function partsOfText(text: string): Record<PartName, string> {
  return {
    year: text.slice(0, 4),
    month: text.slice(5, 7),
    day: text.slice(8, 10),
    hour: text.slice(11, 13),
    minute: text.slice(14, 16),
    second: text.slice(17, 19),
  };
}
