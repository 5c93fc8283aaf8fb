import { setTimeout as sleep } from 'node:timers/promises';
import { isSerializationConflict } from '../../platform/core.ts';

const maxTries = 12;

/** Retries a unit of work after a conflict with another transaction, with increasing random delays, up to `maxTries` tries. */
export async function retryConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!isSerializationConflict(error) || tries === maxTries) throw error;
      await sleep(Math.random() * Math.min(1_000, 5 * 2 ** tries));
    }
  }
}
