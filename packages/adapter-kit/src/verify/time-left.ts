/** Maximum time that the adapter has to end after SIGTERM, in milliseconds. */
export const maxStopMs = 5000;
/**
 * Returns the duration of the first part of the simulated outage, in milliseconds. In this part, the service responds with 503. Then it
 * breaks connections for one poll interval.
 */
export const outageMs = (pollMs: number) => Math.max(2000, 10 * pollMs);

/**
 * Creates a function that returns the maximum duration of the next wait for the adapter. This is half of the timeout, or the remaining time
 * if that is shorter. The remaining time excludes both parts of the outage, the stop and one more second, so that the whole run ends within
 * the timeout.
 */
export function createTimeLeft(started: number, timeoutMs: number, pollMs: number): () => number {
  const waitsEndAt = started + timeoutMs - outageMs(pollMs) - pollMs - maxStopMs - 1000;
  return () => Math.max(0, Math.min(timeoutMs / 2, waitsEndAt - performance.now()));
}
