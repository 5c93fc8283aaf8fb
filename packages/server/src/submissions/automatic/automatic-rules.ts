import type { AutomaticSubmit } from '@pimento/contract';

/** If products change again and again, the changes are submitted after this many quiet times. */
const maxQuietTimes = 10;

/**
 * Returns the seconds until changed products are submitted. 0 means immediately. The products are submitted when nothing has changed for
 * one quiet time, but at the latest ten quiet times after the first change.
 */
export function waitForQuiet(quietSeconds: number, ages: { newestAge: number; oldestAge: number }): number {
  return Math.max(0, Math.min(quietSeconds - ages.newestAge, quietSeconds * maxQuietTimes - ages.oldestAge));
}

/** Why a run submitted nothing, or left out products. */
export type RunFault = NonNullable<AutomaticSubmit['lastFault']>;

/** Returns the English text of a fault. */
export const faultText = ({ message, skippedCount }: RunFault): string =>
  skippedCount === 0 ? message : `${skippedCount} product(s) left out: ${message}`;
