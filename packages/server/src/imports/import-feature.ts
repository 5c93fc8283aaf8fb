import type { Database, Metrics, Route, Worker, WorkerDeps } from '../platform/index.ts';
import { bulkRoutes } from './bulk-routes.ts';
import { createFileExpiry } from './file-expiry-runner.ts';
import { fileRoutes } from './file-routes.ts';
import { mappingRoutes } from './mapping-routes.ts';
import { importRoutes } from './import-routes.ts';
import { startImportRunner } from './import-runner.ts';
import type { ImportServiceDeps } from './import-service.ts';
import type { ImportLimits } from './judge/import-types.ts';
import type { ImportFault } from './run/import-report.ts';
import { createImportThreads } from './run/import-threads.ts';

export interface ImportOptions {
  threads: number;
  limits: ImportLimits;
  /** Folder for temporary files. */
  spoolFolder: string;
}

export interface ImportDeps extends WorkerDeps, Pick<ImportServiceDeps, 'onImported' | 'evaluateEdited' | 'quotas'> {
  database: Database;
  metrics: Metrics;
  connectionString: string;
  /** Id of this process as owner of jobs. */
  owner: string;
  /** True if no other process uses this database. If so, all unfinished jobs are treated as abandoned when this process starts. */
  alone: boolean;
  /** Called when a deletion of products has been stored, so that it starts immediately. */
  onDeletionStored(): void;
}

export interface ImportFeature extends AsyncDisposable {
  routes: Route[];
  /** Returns the jobs of this process: running jobs, and jobs that wait for their body or for their turn. */
  running(): string[];
  /** Checks whether a thread of this process works on an import. */
  isBusy(): boolean;
  /** Deletes expired files. */
  fileExpiry: Worker;
}

/** Starts the threads and the background work, and creates the routes. */
export async function openImports(deps: ImportDeps, options: ImportOptions): Promise<ImportFeature> {
  const { connectionString, owner, log } = deps;
  const { limits, spoolFolder } = options;
  await using opened = new AsyncDisposableStack();
  const threads = opened.use(
    createImportThreads({
      count: options.threads,
      setup: { connectionString, limits, owner, spoolFolder },
      log,
    }),
  );
  const runner = opened.use(await startImportRunner({ ...deps, threads, concurrency: options.threads * 2 }));
  const expiry = opened.use(createFileExpiry(deps));
  const routeDeps = {
    ...deps,
    threads,
    limits,
    spoolFolder,
    onStored: runner.wake,
    logFault: (fault: ImportFault, jobRef: string) => {
      log.error({ jobRef, fault }, 'an import failed');
    },
  };
  const routes = [
    ...importRoutes(routeDeps),
    ...fileRoutes(routeDeps),
    ...mappingRoutes(deps),
    ...bulkRoutes(routeDeps),
  ];
  const resources = opened.move();
  return {
    routes,
    running: () => threads.running(),
    isBusy: () => threads.isBusy(),
    fileExpiry: expiry,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
