import type { ValueCheck } from '../stored-values/held-value-rules.ts';

/**
 * A slice works this long. While it lasts it holds the row of its change, and while it converts also the products of its pages; a caller
 * that cancels or an import of the same products waits no longer than that.
 */
export const sliceMs = 200;

/** Waiting for the lock stops all writers that come later, so a try is short, and longer after each one that failed. */
export const lockWaitMs = (tries: number) => Math.min(800 + 200 * tries, 5_000);

/** Returns the ids of the top-level attributes that hold the checked values. */
export const rootsOf = (checks: readonly ValueCheck[]): string[] => [
  ...new Set(checks.map(({ location }) => location.rootId)),
];
