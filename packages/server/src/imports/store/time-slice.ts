import { setImmediate as nextRound } from 'node:timers/promises';

/** 0.25 ms, because a batch is sent to the database in several chunks, and each chunk waits for the current slice to end. */
const sliceMs = 0.25;

/** Makes long calculations yield to other work of the thread. */
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
