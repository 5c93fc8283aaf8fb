/**
 * Result of one attempt to relay the events of an adapter. `done`: every event that was in the outbox at the start of the attempt is in the
 * stream; `more`: there may be more; `locked`: another transaction has locked the stream; `failed`: the database failed.
 */
export type RelayOutcome = 'done' | 'more' | 'locked' | 'failed';

/**
 * Maximum number of events per attempt. 250 events take about 20 ms, so an adapter with many events occupies a database connection and its
 * stream only for a short time.
 */
export const maxBatch = 250;

/**
 * Number of consecutive pauses for which a transaction waits for the relay of its events. Another relay holds a stream for a few
 * milliseconds, so a stream that is still locked after pauses of 5, 10 and 20 ms is locked by something else.
 */
const patience = 3;

const pauses = {
  locked: { firstMs: 5, maxMs: 250 },
  failed: { firstMs: 250, maxMs: 2_000 },
};

/**
 * Returns the pause in milliseconds before the next attempt.
 * @param times number of consecutive attempts that had to be repeated, including the last one
 */
export function pauseAfter(outcome: 'locked' | 'failed', times: number): number {
  const { firstMs, maxMs } = pauses[outcome];
  return Math.min(firstMs * 2 ** (times - 1), maxMs);
}

/** Returns true if a transaction still waits for the relay. @param times number of consecutive attempts that had to be repeated */
export const isWorthWaiting = (outcome: 'locked' | 'failed', times: number): boolean =>
  outcome === 'locked' && times <= patience;
