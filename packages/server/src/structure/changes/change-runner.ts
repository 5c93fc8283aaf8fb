import { createWorker, type Worker, type WorkerDeps } from '../../platform/index.ts';
import type { ChangeDeps } from './change-lock-service.ts';
import { advanceChanges } from './change-slice-service.ts';

/**
 * Starts the worker that checks and converts stored values for changed definitions, slice by slice. Several processes can run it on one
 * database.
 */
export function startDefinitionChanges(deps: ChangeDeps & WorkerDeps): Worker {
  return createWorker(deps, { name: 'changes of definitions', everyMs: 5_000, next: () => advanceChanges(deps) });
}
