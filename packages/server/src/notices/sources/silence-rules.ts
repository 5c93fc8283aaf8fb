const minuteMs = 60_000;
/** If two checks are further apart than this, the process was not running in between, so adapters could not call. */
const maxGapMs = 3 * minuteMs;

/** `since` is the time from which this process has been able to answer calls. `checkedAt` is the time of the last check. */
export interface Watch {
  since: Date;
  checkedAt: Date;
}

/**
 * Returns the watch after a check at `now`. After a gap, `since` is reset to `now`, because adapters may have been silent only while the
 * process was not running.
 */
export const continueWatch = ({ since, checkedAt }: Watch, now: Date): Watch => ({
  since: now.getTime() - checkedAt.getTime() > maxGapMs ? now : since,
  checkedAt: now,
});

/** Returns the number of whole minutes in which an adapter did not call although the process was running. */
export function silentMinutesOf(lastCall: Date, { since, checkedAt }: Watch): number {
  const from = Math.max(lastCall.getTime(), since.getTime());
  return Math.max(0, Math.floor((checkedAt.getTime() - from) / minuteMs));
}
