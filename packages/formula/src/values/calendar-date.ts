/** A day or a point in time. A day is represented by its midnight in UTC. */
export class CalendarDate {
  /** Whole seconds since 1970. */
  readonly seconds: number;
  /** Digits after the decimal point of the seconds, without trailing zeros. */
  readonly fraction: string;
  /** The text that was stored, or undefined for a computed date. */
  readonly text: string | undefined;
  readonly hasTime: boolean;

  constructor(seconds: number, hasTime: boolean, fraction = '', text?: string) {
    this.seconds = seconds;
    this.hasTime = hasTime;
    this.fraction = fraction;
    this.text = text;
  }
}

const dateText = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,30}))?)?(Z|[+-]\d{2}:\d{2}))?$/;
const secondsOfDay = 86_400;
/** The first and the last allowed second. Years are limited to 1 to 9999, because a year has four digits. */
const firstSecond = -62_135_596_800;
const lastSecond = 253_402_300_799;

/** Reads `2026-01-31`, or a date-time with an offset such as `2026-01-31T12:00:30Z`. Returns undefined for any other text. */
export function parseDate(text: string): CalendarDate | undefined {
  const match = dateText.exec(text);
  if (match === null) return undefined;
  const [, year = '', month = '', day = '', hour, minute = '0', second = '0', fraction = '', offset = 'Z'] = match;
  const minutes = offsetMinutes(offset);
  const parts = { year, month, day, hour: hour ?? '0', minute, second };
  const seconds = secondsOfParts(parts);
  if (seconds === undefined || minutes === undefined) return undefined;
  return dateInRange(seconds - minutes * 60, hour !== undefined, withoutTrailingZeros(fraction), text);
}

export interface DateParts {
  year: string;
  month: string;
  day: string;
  hour: string;
  minute: string;
  second: string;
}

/** Returns the seconds since 1970 of a date and time in UTC, or undefined if there is no such date. */
export function secondsOfParts(parts: DateParts): number | undefined {
  const [month, day] = [Number(parts.month), Number(parts.day)];
  const [hour, minute, second] = [Number(parts.hour), Number(parts.minute), Number(parts.second)];
  const date = new Date(0);
  // Does not use Date.UTC, because it treats the years 0 to 99 as 1900 to 1999.
  date.setUTCFullYear(Number(parts.year), month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day || Number(parts.year) === 0) return undefined;
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  return date.getTime() / 1_000 + (hour * 60 + minute) * 60 + second;
}

/** Creates a date. Returns undefined outside the years 1 to 9999. */
export function dateInRange(seconds: number, hasTime: boolean, fraction = '', text?: string): CalendarDate | undefined {
  if (!(seconds >= firstSecond && seconds <= lastSecond)) return undefined;
  return new CalendarDate(seconds, hasTime, fraction, text);
}

export function addDaysTo(date: CalendarDate, days: number): CalendarDate | undefined {
  return dateInRange(date.seconds + days * secondsOfDay, date.hasTime, date.fraction);
}

/** Returns a negative number, 0 or a positive number if `a` is before, equal to or after `b`. */
export function compareDates(a: CalendarDate, b: CalendarDate): number {
  if (a.seconds !== b.seconds) return a.seconds - b.seconds;
  if (a.fraction === b.fraction) return 0;
  return a.fraction < b.fraction ? -1 : 1;
}

/** Returns the stored text of a date. A computed date is written as `2026-01-31`, or `2026-01-31T12:00:30Z` if it has a time. */
export function dateToText(date: CalendarDate): string {
  if (date.text !== undefined) return date.text;
  const text = new Date(date.seconds * 1_000).toISOString();
  if (!date.hasTime) return text.slice(0, 10);
  return `${text.slice(0, 19)}${date.fraction === '' ? '' : `.${date.fraction}`}Z`;
}

function offsetMinutes(offset: string): number | undefined {
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
