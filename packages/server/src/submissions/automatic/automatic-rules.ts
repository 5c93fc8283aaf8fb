/** Changes that never come to rest are submitted after so many times the quiet time. */
const patience = 10;

/**
 * Seconds until changed products are to be submitted, 0 for now: when nothing has changed for the quiet time, but never later than ten
 * times that after the first change.
 */
export function waitForQuiet(quietSeconds: number, ages: { newestAge: number; oldestAge: number }): number {
  return Math.max(0, Math.min(quietSeconds - ages.newestAge, quietSeconds * patience - ages.oldestAge));
}
