import { createWorker, type Worker, type WorkerDeps } from '../../platform/index.ts';
import type { SubmitDeps } from '../submit/submit-service.ts';
import { runNextAutomatic } from './automatic-service.ts';

/** Runs due automatic submits. Several processes can run them on the same database. */
export function startAutomaticSubmits(deps: SubmitDeps & WorkerDeps): Worker {
  return createWorker(deps, {
    name: 'automatic submits',
    everyMs: 5_000,
    atStart: false,
    next: () => runNextAutomatic(deps),
  });
}
