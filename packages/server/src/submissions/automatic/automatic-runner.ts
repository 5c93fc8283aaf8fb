import { createWorker, type Worker, type WorkerDeps } from '../../platform/index.ts';
import type { SubmitDeps } from '../submit/submit-service.ts';
import { runNextAutomatic } from './automatic-service.ts';

/** Runs automatic submits when they are due. Any number of processes may do so on one database. */
export function startAutomaticSubmits(deps: SubmitDeps & WorkerDeps): Worker {
  return createWorker(deps, {
    name: 'automatic submits',
    everyMs: 5_000,
    atStart: false,
    next: () => runNextAutomatic(deps),
  });
}
