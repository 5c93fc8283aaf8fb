import { createWorker, type Database, type Worker, type WorkerDeps } from '../../platform/index.ts';
import { deleteEndedEvaluations } from '../evaluations/ended-connection-service.ts';

/** Starts the worker that deletes the evaluations of ended connections, one chunk after another. */
export const startEndedConnections = (deps: WorkerDeps & { database: Database }): Worker =>
  createWorker(deps, {
    name: 'ended connections',
    everyMs: 60_000,
    next: () => deleteEndedEvaluations(deps.database),
  });
