import type { NoticeCause } from '../notice-types.ts';

/** Maximum number of rows that are claimed in one transaction. */
export const batchSize = 1_000;

/** The causes of notices that were found in a batch of claimed rows. */
export interface Claimed {
  causes: NoticeCause[];
  /** True if more rows may be left. */
  isFull: boolean;
}
