import { type SubmitSchedule, weekdays } from '@pimento/contract';

const dayMs = 86_400_000;

/** A local date and time, encoded as milliseconds since 1970 as if it were UTC. */
type LocalTime = number;

function localTimeOf(format: Intl.DateTimeFormat, instant: number): LocalTime {
  const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
}

/**
 * Converts a local time of the zone to an instant. If the local time occurs twice, the first occurrence is used. If it does not exist
 * because clocks go forward, it is moved forward by the skipped time, so that the day still has a run.
 */
function instantOf(format: Intl.DateTimeFormat, local: LocalTime): number {
  // No zone changes its offset twice within two days. The offset is therefore that of the previous or of the next day.
  const [before, after] = [local - dayMs, local + dayMs].map((near) => localTimeOf(format, near) - near);
  const first = local - (before ?? 0);
  const second = local - (after ?? 0);
  const [earlier, later] = first <= second ? [first, second] : [second, first];
  return [earlier, later].find((instant) => localTimeOf(format, instant) === local) ?? later;
}

/** Returns the first run of a schedule after `after`. Each scheduled day has exactly one run, even when clocks change. */
export function nextRun(schedule: SubmitSchedule, after: Date): Date {
  const format = formatOf(schedule.timeZone);
  const [hours = 0, minutes = 0] = schedule.time.split(':').map(Number);
  const today = Math.floor(localTimeOf(format, after.getTime()) / dayMs) * dayMs;
  // The search starts with the previous day, because the run of that day may still be ahead if clocks skip midnight.
  for (let day = today - dayMs; day <= today + 9 * dayMs; day += dayMs) {
    // 1970-01-01 was a Thursday, the fourth weekday of the list
    const weekday = weekdays[(((day / dayMs + 3) % 7) + 7) % 7];
    if (weekday === undefined || !schedule.weekdays.includes(weekday)) continue;
    const instant = instantOf(format, day + (hours * 60 + minutes) * 60_000);
    if (instant > after.getTime()) return new Date(instant);
  }
  throw new Error('a schedule has no weekday');
}
