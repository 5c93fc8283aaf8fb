import { setImmediate as nextRound } from 'node:timers/promises';

/** A quarter of a millisecond: a batch goes to the database in several chunks, and each waits for the current slice to end. */
const sliceMs = 0.25;

/** Lets long calculations yield to the other work of the thread. */
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
