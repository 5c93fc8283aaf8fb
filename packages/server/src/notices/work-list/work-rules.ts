import { workDays, workImportDays } from '@pimento/contract';
import type { DayCount, ImportWithErrors, NotReadyChannel, WorkItemOf } from './work-types.ts';

const dayMs = 86_400_000;
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** Returns the days of a work list as `yyyy-MM-dd` (UTC), the oldest first, ending with the day of `now`. */
export const workDaysUntil = (now: Date): string[] =>
  Array.from({ length: workDays }, (_, index) => dayOf(now.getTime() - (workDays - 1 - index) * dayMs));

/** Returns the count of each day, or 0 for a day without a count. */
export function trendOf(days: readonly string[], counted: readonly DayCount[]): number[] {
  const counts = new Map<string, number>();
  for (const { day, count } of counted) counts.set(day, (counts.get(day) ?? 0) + count);
  return days.map((day) => counts.get(day) ?? 0);
}

export const totalOf = (counted: readonly DayCount[]): number => counted.reduce((sum, { count }) => sum + count, 0);

/**
 * Returns the item about imports with errors.
 * @param imports newest first
 * @returns undefined if no import of the last `workImportDays` days is open
 */
export function importItem(
  days: readonly string[],
  imports: readonly ImportWithErrors[],
): WorkItemOf<'imports-failed'> | undefined {
  const shownFrom = days.at(-workImportDays) ?? '';
  const open = imports.filter(({ isOpen, day }) => isOpen && day >= shownFrom);
  const [newest] = open;
  if (!newest) return undefined;
  const trend = trendOf(
    days,
    imports.map(({ day }) => ({ day, count: 1 })),
  );
  return { kind: 'imports-failed', count: open.length, trend, jobRef: newest.jobRef };
}

/**
 * Returns the item about the products of a channel that are not ready. The last day of the trend shows the present count. `change` compares
 * it with the newest earlier day that has a count.
 */
export function notReadyItem(
  days: readonly string[],
  { channelId, channelName, count, past }: NotReadyChannel,
): WorkItemOf<'products-not-ready'> {
  const today = days.at(-1);
  const counts = new Map(past.map((one) => [one.day, one.count]));
  const trend = days.map((day) => (day === today ? count : (counts.get(day) ?? null)));
  const before = trend.slice(0, -1).findLast((known) => known !== null);
  return {
    kind: 'products-not-ready',
    channelId,
    channelName,
    count,
    trend,
    change: before === undefined ? null : count - before,
  };
}
