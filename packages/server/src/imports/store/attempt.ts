import { setTimeout as sleep } from 'node:timers/promises';
import type { ItemProblem } from '@pimento/contract';
import {
  type Database,
  isSerializationConflict,
  provisionalTransaction,
  type Transaction,
} from '../../platform/core.ts';

/**
 * The reason why a unit of work was rolled back and must run again. `definitions`: definitions changed after the batch was judged. `links`:
 * links must be checked before the products are stored. `conflict`: a concurrent transaction committed first, or the batch ahead was not
 * stored. `rejected`: the batch must be judged again without these products, so that they leave nothing in the database.
 */
export type Again =
  | { again: 'definitions' | 'links' | 'conflict' }
  | { again: 'rejected'; rejected: readonly ItemProblem[] };

const isDone = <T extends object>(outcome: T | Again): outcome is T => !('again' in outcome);

/** Runs one attempt in a separate transaction, which is rolled back if the attempt must be repeated. */
export async function attemptIn<T extends object>(
  database: Database,
  work: (transaction: Transaction) => Promise<T | Again>,
): Promise<T | Again> {
  try {
    return await provisionalTransaction(database, work, isDone);
  } catch (error) {
    if (isSerializationConflict(error)) return { again: 'conflict' };
    throw error;
  }
}

const maxConflicts = 12;

/**
 * Repeats an attempt until it succeeds. Waits for an increasing random time after each conflict.
 * @throws Error after 12 conflicts
 */
export async function repeatUntilDone<T extends object>(attempt: () => Promise<T | Again>): Promise<T> {
  for (let conflicts = 0; ;) {
    const outcome = await attempt();
    if (isDone(outcome)) return outcome;
    if (outcome.again !== 'conflict') continue;
    if (++conflicts === maxConflicts) throw new Error(`lost against other transactions ${maxConflicts} times`);
    await sleep(Math.random() * Math.min(1_000, 5 * 2 ** conflicts));
  }
}
