import { createWorker, type Worker, type WorkerDeps } from '../../platform/index.ts';
import type { GatedSubmitDeps } from '../submit/gated-submit-service.ts';
import { prepareNextAutomatic } from './automatic-preparation-service.ts';
import { runNextAutomatic } from './automatic-service.ts';

/** Starts the worker that runs due automatic submits. Several processes can run it on the same database. */
export function startAutomaticSubmits(deps: GatedSubmitDeps & WorkerDeps): Worker {
  return createWorker(deps, {
    name: 'automatic submits',
    everyMs: 5_000,
    atStart: false,
    async next() {
      await prepareNextAutomatic(deps);
      return runNextAutomatic(deps);
    },
  });
}
