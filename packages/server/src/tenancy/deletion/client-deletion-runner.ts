import { setTimeout as sleep } from 'node:timers/promises';
import { type ClientActivity, createWorker, type Worker, type WorkerDeps } from '../../platform/index.ts';
import { deleteNext, type StepDeps } from './deletion-step-service.ts';

/**
 * Starts the worker that deletes clients with their data, batch by batch. Several processes can run it on one database. While other clients
 * send requests, the worker pauses after each batch for as long as the batch took, because deletions keep the database busy.
 */
export function startClientDeletions(deps: StepDeps & WorkerDeps & { activity: ClientActivity }): Worker {
  const { clock, activity } = deps;
  return createWorker(deps, {
    name: 'deletions of clients',
    everyMs: 5_000,
    async next({ signal }) {
      const startedAt = clock.monotonic();
      const hasWorked = await deleteNext(deps);
      const restMs = hasWorked && activity.hasOthers('') ? clock.monotonic() - startedAt : 0;
      if (restMs > 0) await sleep(restMs, undefined, { signal }).catch(() => undefined);
      return hasWorked;
    },
  });
}
