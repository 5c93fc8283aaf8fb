import { createWorker, type Worker, type WorkerDeps } from '../../platform/index.ts';
import { deleteNext, type StepDeps } from './deletion-step-service.ts';

/** Deletes the data of ending clients, batch by batch. Multiple processes can run this on one database. */
export function startClientDeletions(deps: StepDeps & WorkerDeps): Worker {
  return createWorker(deps, { name: 'deletions of clients', everyMs: 5_000, next: () => deleteNext(deps) });
}
