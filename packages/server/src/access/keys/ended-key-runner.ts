import {
  createWorker,
  type Database,
  type RunningAnswers,
  type Worker,
  type WorkerDeps,
} from '../../platform/index.ts';
import { findEndedKeys } from './key-activity-views.ts';

/** Aborts running responses within seconds after the caller's key is revoked or deleted, or expires. */
export function startEndedKeyRunner(
  deps: WorkerDeps & { database: Database },
  answers: Pick<RunningAnswers, 'keyIds' | 'breakOff'>,
): Worker {
  return createWorker(deps, {
    name: 'ended keys',
    everyMs: 1_000,
    isOwn: true, // each process aborts its own responses
    async next() {
      answers.breakOff(await findEndedKeys(deps.database, answers.keyIds(), deps.clock.now()));
      return false;
    },
  });
}
