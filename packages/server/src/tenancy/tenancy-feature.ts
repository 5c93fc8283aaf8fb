import type { ClientActivity, ObjectStore, Route, Worker, WorkerDeps } from '../platform/index.ts';
import { createArchiveThreads } from './archive/archive-thread-runner.ts';
import { startArchives } from './archive/client-archive-runner.ts';
import { type ArchiveRouteDeps, clientArchiveRoutes } from './client-archive-routes.ts';
import { clientDeletionRoutes } from './client-deletion-routes.ts';
import { startClientDeletions } from './deletion/client-deletion-runner.ts';
import type { DeletionDeps } from './deletion/client-deletion-service.ts';

export interface TenancyDeps extends DeletionDeps, Omit<ArchiveRouteDeps, 'onRequested'>, Omit<WorkerDeps, 'clock'> {
  store: ObjectStore;
  /** Address of `store`, which the thread that writes archives opens for itself. */
  storeAddress: string;
  connectionString: string;
  activity: ClientActivity;
  /** Id with which this process claims archives. */
  owner: string;
  /** True if no other process uses this database. */
  alone: boolean;
}

export interface TenancyFeature extends AsyncDisposable {
  routes: Route[];
  deletions: Worker;
  archives: Worker;
  archiveExpiry: Worker;
}

/** Starts the background work and creates the routes for deleting a client and for archives of its data. */
export async function openTenancy(deps: TenancyDeps): Promise<TenancyFeature> {
  await using opened = new AsyncDisposableStack();
  const deletions = opened.use(startClientDeletions(deps));
  const writeFile = createArchiveThreads(deps);
  const { archives, expiry, ...runner } = await startArchives({ ...deps, writeFile });
  opened.use(runner);
  const resources = opened.move();
  return {
    deletions,
    archives,
    archiveExpiry: expiry,
    routes: [
      ...clientDeletionRoutes({ ...deps, onStarted: deletions.wake }),
      ...clientArchiveRoutes({ ...deps, onRequested: archives.wake }),
    ],
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
