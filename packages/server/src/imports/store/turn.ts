import { setImmediate as nextRound } from 'node:timers/promises';

/** A quarter of a millisecond: a batch on its way to the database leaves in several pieces, and each waits for the present turn to end. */
const turnMs = 0.25;

/** Lets long calculations give way to whatever else the thread has to do. */
export interface Turn {
  isOver(): boolean;
  next(): Promise<void>;
}

export function startTurn(): Turn {
  let ends = performance.now() + turnMs;
  return {
    isOver: () => performance.now() > ends,
    async next() {
      await nextRound();
      ends = performance.now() + turnMs;
    },
  };
}
