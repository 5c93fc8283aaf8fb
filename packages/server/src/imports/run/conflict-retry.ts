import { setTimeout as sleep } from 'node:timers/promises';
import { isSerializationConflict } from '../../platform/core.ts';

const mostTries = 12;

/** Runs a unit of work again, after a growing and random wait, when it lost against another transaction. */
export async function retryConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!isSerializationConflict(error) || tries === mostTries) throw error;
      await sleep(Math.random() * Math.min(1_000, 5 * 2 ** tries));
    }
  }
}
