import type { ValueCheck } from '../stored-values/held-value-rules.ts';

/**
 * Duration of a slice. A slice locks the row of its change and, during conversion, the products of its pages. A cancellation or an import
 * of the same products therefore waits at most about this long.
 */
export const sliceMs = 200;

/**
 * Returns the lock timeout in milliseconds. The timeout is short, because later writers queue behind the waiting transaction. The timeout
 * grows with each failed try.
 */
export const lockWaitMs = (tries: number) => Math.min(800 + 200 * tries, 5_000);

/** Returns the ids of the top-level attributes that contain the checked values. */
export const rootsOf = (checks: readonly ValueCheck[]): string[] => [
  ...new Set(checks.map(({ location }) => location.rootId)),
];
