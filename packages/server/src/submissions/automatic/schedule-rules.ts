import { type SubmitSchedule, weekdays } from '@pimento/contract';

const dayMs = 86_400_000;

/** A calendar date and a time of day, as milliseconds as if it were UTC. */
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
 * The instant at which clocks of the zone show a local time. A time that comes twice is its first coming; one that is skipped when clocks
 * go forward is later by what they skip, so that the day is not left out.
 */
function instantOf(format: Intl.DateTimeFormat, local: LocalTime): number {
  // no zone changes its offset twice within two days, so the offsets on both sides are all that come into question
  const [before, after] = [local - dayMs, local + dayMs].map((near) => localTimeOf(format, near) - near);
  const first = local - (before ?? 0);
  const second = local - (after ?? 0);
  const [earlier, later] = first <= second ? [first, second] : [second, first];
  return [earlier, later].find((instant) => localTimeOf(format, instant) === local) ?? later;
}

/** The first time after `after` at which a schedule comes up: once on each of its days, whatever the clocks of its zone do. */
export function nextRun(schedule: SubmitSchedule, after: Date): Date {
  const format = formatOf(schedule.timeZone);
  const [hours = 0, minutes = 0] = schedule.time.split(':').map(Number);
  const today = Math.floor(localTimeOf(format, after.getTime()) / dayMs) * dayMs;
  // from the day before: where clocks skip over midnight, its time may still be to come
  for (let day = today - dayMs; day <= today + 9 * dayMs; day += dayMs) {
    // 1970-01-01 was a Thursday, the fourth of the list
    const weekday = weekdays[(((day / dayMs + 3) % 7) + 7) % 7];
    if (weekday === undefined || !schedule.weekdays.includes(weekday)) continue;
    const instant = instantOf(format, day + (hours * 60 + minutes) * 60_000);
    if (instant > after.getTime()) return new Date(instant);
  }
  throw new Error('a schedule without a day');
}
