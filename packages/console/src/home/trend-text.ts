import type { Formats } from '../i18n/formats.ts';
import type { WorkTexts } from './en-work.ts';

/** The numbers of the last days, the oldest first. A number is null if it is unknown. Days are yyyy-MM-dd. */
export interface Trend {
  days: readonly string[];
  trend: readonly (number | null)[];
}

/** Describes a trend for screen readers, by its highest number and the last day with this number. */
export function trendText(texts: WorkTexts, formats: Pick<Formats, 'number' | 'day'>, { days, trend }: Trend): string {
  const known = trend.filter((count) => count !== null);
  if (known.length === 0) return texts.unknownTrend;
  const highest = Math.max(...known);
  const day = days[trend.lastIndexOf(highest)];
  const length = formats.number(days.length);
  return highest === 0 || day === undefined
    ? texts.noTrend(length)
    : texts.trend(length, formats.number(highest), formats.day(day));
}
