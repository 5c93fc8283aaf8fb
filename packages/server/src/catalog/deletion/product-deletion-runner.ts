import { createWorker, type Worker, type WorkerDeps } from '../../platform/index.ts';
import type { DeleteDeps } from './product-delete-service.ts';
import { deleteNext } from './product-deletion-service.ts';

/** Runs the requested deletions of products, batch by batch. Several processes can run this on one database. */
export function startProductDeletions(deps: DeleteDeps & WorkerDeps): Worker {
  return createWorker(deps, { name: 'deletions of products', everyMs: 10_000, next: () => deleteNext(deps) });
}
