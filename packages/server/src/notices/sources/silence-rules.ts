const minuteMs = 60_000;
/** After a longer pause between two checks, this service itself was away, so adapters could not call. */
const maxGapMs = 3 * minuteMs;

/** The time since which this process has been able to take calls, and the time of the last check. */
export interface Watch {
  since: Date;
  checkedAt: Date;
}

/** Continues a watch. After a gap the watch begins anew, because the silence may be that of this service. */
export const continueWatch = ({ since, checkedAt }: Watch, now: Date): Watch => ({
  since: now.getTime() - checkedAt.getTime() > maxGapMs ? now : since,
  checkedAt: now,
});

/** Returns the number of whole minutes for which an adapter has been silent while it could have called. */
export function silentMinutesOf(lastCall: Date, { since, checkedAt }: Watch): number {
  const from = Math.max(lastCall.getTime(), since.getTime());
  return Math.max(0, Math.floor((checkedAt.getTime() - from) / minuteMs));
}
