import { setImmediate as nextRound } from 'node:timers/promises';

/**
 * Duration of a slice in milliseconds. It is short, because a batch is sent to the database in several chunks, and each chunk waits until
 * the current slice ends.
 */
const sliceMs = 0.25;

/** Makes long calculations yield to other work on the same thread. */
export interface TimeSlice {
  isOver(): boolean;
  next(): Promise<void>;
}

export function startTimeSlice(): TimeSlice {
  let ends = performance.now() + sliceMs;
  return {
    isOver: () => performance.now() > ends,
    async next() {
      await nextRound();
      ends = performance.now() + sliceMs;
    },
  };
}
