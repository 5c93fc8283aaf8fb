const two = (part: number): string => String(part).padStart(2, '0');

/** Formats the local time of a moment as the input of the browser expects it: `2026-01-31T13:00`, with seconds only if there are any. */
function localText(time: Date): string {
  const day = `${String(time.getFullYear()).padStart(4, '0')}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  const ms = time.getMilliseconds() === 0 ? '' : `.${String(time.getMilliseconds()).padStart(3, '0')}`;
  const seconds = time.getSeconds() === 0 && ms === '' ? '' : `:${two(time.getSeconds())}${ms}`;
  return `${day}T${two(time.getHours())}:${two(time.getMinutes())}${seconds}`;
}

/** Returns the local time of a stored moment, or '' if there is none. */
export const toLocal = (moment: string): string => (moment === '' ? '' : localText(new Date(moment)));

const minuteMs = 60_000;
/** If a local time occurs twice, the clocks go back within this time after its first occurrence, and do not change again within it. */
const halfDayMs = 12 * 60 * minuteMs;

/**
 * Returns the point in time of a local time. If the local time occurs twice because the clocks go back, returns the second one if
 * `previous` has its offset, otherwise the first. The clocks of most places go back by an hour, those of Lord Howe Island by 30 minutes.
 */
function timeOf(local: string, previous: string): Date {
  const first = new Date(local);
  const later = new Date(first.getTime() + halfDayMs);
  const second = new Date(first.getTime() + (later.getTimezoneOffset() - first.getTimezoneOffset()) * minuteMs);
  const isSecond =
    localText(second) === localText(first) && new Date(previous).getTimezoneOffset() === second.getTimezoneOffset();
  return isSecond ? second : first;
}

/**
 * Returns a moment for the local time of an input: the local time, followed by its offset from UTC. A time that does not exist because the
 * clocks go forward is moved forward by the skipped time.
 * @param previous the moment that the user changes, or '' for none
 */
export function toMoment(local: string, previous: string): string {
  if (local === '') return '';
  const time = timeOf(local, previous);
  const minutes = -time.getTimezoneOffset();
  const sign = minutes < 0 ? '-' : '+';
  const offset = `${sign}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.floor(Math.abs(minutes)) % 60)}`;
  const moment = localText(time) + offset;
  // before 1900, the offsets of some places had seconds, which the text of an offset cannot express
  return Date.parse(moment) === time.getTime() ? moment : time.toISOString();
}
