import type { ImportSchedule } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { Cron } from 'croner';
import { PimentoError } from '../../platform/index.ts';

const minuteMs = 60_000;

/** Returns the cron expression of a schedule. Its times are local times of the schedule's time zone. */
const expressionOf = (schedule: Extract<ImportSchedule, { kind: 'daily' | 'cron' }>): string =>
  schedule.kind === 'cron' ? schedule.expression : `${schedule.minute} ${schedule.hour} * * *`;

/** Returns the first time of a schedule after `now`. @returns null if there is none */
export function nextTime(schedule: ImportSchedule, now: Date): Date | null {
  if (schedule.kind === 'request') return null;
  if (schedule.kind === 'every') return new Date(now.getTime() + schedule.minutes * minuteMs);
  return new Cron(expressionOf(schedule), { timezone: schedule.timeZone, paused: true, mode: '5-part' }).nextRun(now);
}

/** @throws PimentoError invalid-source if the cron expression is invalid, has a field for seconds, or matches no time */
export function requireSchedule(schedule: ImportSchedule, now: Date): void {
  if (schedule.kind !== 'cron') return;
  const { expression } = schedule;
  if (expression.trim().split(/\s+/).length > 5)
    throw new PimentoError(problem('invalid-source', { kind: 'cron-seconds', expression }));
  let next: Date | null;
  try {
    next = nextTime(schedule, now);
  } catch {
    throw new PimentoError(problem('invalid-source', { kind: 'cron', expression }));
  }
  if (next === null) throw new PimentoError(problem('invalid-source', { kind: 'never', expression }));
}

/** Minutes until the first, second and third repetition of a failed run. If all of them fail, the failure is reported. */
const repeatMinutes = [1, 5, 15];
/** Number of repetitions of a failed run, also if the source is paused. */
export const repetitions = repeatMinutes.length;
const hourMs = 60 * minuteMs;
const maxPauseMs = 24 * hourMs;

export interface AfterFailure {
  /**
   * Time of the next run. Null if no repetition follows and the source runs only on request or is paused. A requested run of a paused source
   * is repeated as well.
   */
  dueAt: Date | null;
  /** True if users are notified, because repetitions have failed or would have the same result. */
  isReported: boolean;
}

/**
 * Decides when a source runs again after a failure. After the repetitions, the source continues with its schedule after a pause. The pause
 * doubles with each failure, up to 24 hours. A longer wait that the server demanded is respected, also up to 24 hours, so that a wrong
 * header does not stop a source for years.
 * @param failures number of consecutive failures, including this one
 * @param failure `isFinal`: a repetition would have the same result; `waitMs`: the minimum time to wait that the server demanded
 */
export function afterFailure(
  source: { schedule: ImportSchedule; isPaused: boolean },
  failures: number,
  failure: { isFinal: boolean; waitMs: number },
  now: Date,
): AfterFailure {
  const waitMs = Math.min(maxPauseMs, failure.waitMs);
  const repeat = failure.isFinal ? undefined : repeatMinutes[failures - 1];
  if (repeat !== undefined)
    return { dueAt: new Date(now.getTime() + Math.max(repeat * minuteMs, waitMs)), isReported: false };
  const next = source.isPaused ? null : nextTime(source.schedule, now);
  if (next === null) return { dueAt: null, isReported: true };
  const pauseMs = Math.min(maxPauseMs, hourMs * 2 ** Math.min(failures - 1, 10));
  const dueAt = new Date(Math.max(next.getTime(), now.getTime() + Math.max(pauseMs, waitMs)));
  return { dueAt, isReported: true };
}
