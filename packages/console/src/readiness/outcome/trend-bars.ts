import type { ReadinessDay } from '@pimento/contract';
import { type ShownOutcome, shownOutcomes } from '../readiness-types.ts';

/** A part of a bar of the chart, in units of its view box. */
export interface TrendSegment {
  outcome: ShownOutcome;
  y: number;
  height: number;
}

export interface TrendBar {
  day: string;
  x: number;
  width: number;
  segments: TrendSegment[];
}

const dayMs = 86_400_000;
const gapShare = 0.15;

/**
 * Returns one bar for each counted day, `ready` at the bottom. Days that were not counted are gaps. The highest bar has the full height.
 * @param days oldest first
 */
export function trendBars(
  days: readonly ReadinessDay[],
  { width, height }: { width: number; height: number },
): TrendBar[] {
  const first = days[0];
  const last = days.at(-1);
  if (first === undefined || last === undefined) return [];
  const numberOf = (day: string) => Math.round((Date.parse(day) - Date.parse(first.day)) / dayMs);
  const step = width / (numberOf(last.day) + 1);
  const totalOf = (day: ReadinessDay) => shownOutcomes.reduce((sum, outcome) => sum + day[outcome], 0);
  const highest = Math.max(1, ...days.map(totalOf));
  return days.map((day) => {
    let y = height;
    const segments = shownOutcomes.flatMap((outcome): TrendSegment[] => {
      const part = (height * day[outcome]) / highest;
      y -= part;
      return part === 0 ? [] : [{ outcome, y, height: part }];
    });
    return { day: day.day, x: numberOf(day.day) * step, width: step * (1 - gapShare), segments };
  });
}
