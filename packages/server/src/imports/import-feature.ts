import { refusalOf } from '../assets/index.ts';
import {
  type AllowedRanges,
  createGuardedAgent,
  isTracing,
  type Database,
  type DropPlace,
  type Metrics,
  openDropPlace,
  type Route,
  type SecretBox,
  type Worker,
  type WorkerDeps,
} from '../platform/index.ts';
import { bulkRoutes } from './bulk-routes.ts';
import { startErrorRetention } from './error-retention-runner.ts';
import { startJobRetention } from './job-retention-runner.ts';
import { createFileExpiry } from './file-expiry-runner.ts';
import { fileRoutes } from './file-routes.ts';
import { mappingRoutes } from './mapping-routes.ts';
import { importRoutes } from './import-routes.ts';
import { startImportRunner } from './import-runner.ts';
import type { ImportServiceDeps } from './import-service.ts';
import type { ImportLimits } from './judge/import-types.ts';
import { type ImportFault, wasInterrupted } from './run/import-report.ts';
import { createImportThreads } from './run/import-threads.ts';
import { sourceRoutes } from './source-routes.ts';
import { type SourceRunner, startSourceRunner } from './source-runner.ts';
import { maxAtHost } from './sources/run-limit-rules.ts';

export interface ImportOptions {
  threads: number;
  /** True to start the threads at once, false to start each with the first import that needs it. */
  startsThreads: boolean;
  /** Version of the program, an attribute of exported spans. */
  version: string;
  limits: ImportLimits;
  /** Folder for temporary files. */
  spoolFolder: string;
  /** Store URL of the place in which sources may watch folders. Undefined if there is none. */
  dropAddress: string | undefined;
  /** Days for which the listed errors of an import are kept after its end; 0 keeps them forever. */
  errorDays: number;
  /** Days for which reports are kept after the end of the job; 0 keeps them forever. */
  jobDays: number;
  /** Private address ranges to which sources may connect. */
  allowed: AllowedRanges;
}

export interface ImportDeps extends WorkerDeps, Pick<ImportServiceDeps, 'onImported' | 'evaluateEdited' | 'quotas'> {
  database: Database;
  secretBox: SecretBox;
  metrics: Metrics;
  connectionString: string;
  /** Id with which this process claims jobs. */
  owner: string;
  /** True if no other process uses this database. If so, all unfinished jobs are treated as abandoned when this process starts. */
  alone: boolean;
  /** Called when a deletion of products has been stored, so that it starts immediately. */
  onDeletionStored(): void;
}

export interface ImportFeature extends AsyncDisposable {
  routes: Route[];
  /** Returns the ids of this process's jobs that are running or are waiting for their body or their turn. */
  running(): string[];
  /** Returns true while a thread of this process is running an import. */
  isBusy(): boolean;
  /** Returns true while the bytes of an import or an upload arrive in this process. */
  isReceiving(): boolean;
  /** Deletes expired files, and data of deleted mappings and of bulk edits that is no longer needed. */
  fileExpiry: Worker;
  /** Deletes the listed errors of old imports. */
  errorRetention: Worker;
  /** Deletes the reports of old jobs. */
  jobRetention: Worker;
  /** Runs due sources. */
  sources: SourceRunner;
}

type Agent = Awaited<ReturnType<typeof createGuardedAgent>>;

/** Limits for requests of sources. `idleMs` is the maximum wait for the next bytes. */
const agentLimits = { connectMs: 10_000, idleMs: 30_000, connectionsPerHost: maxAtHost };

/** Creates the HTTP agent and the drop place that sources read from. Each is opened on first use. */
function createPlaces({ allowed, dropAddress }: ImportOptions) {
  let agent: Promise<Agent> | undefined;
  let drops: Promise<DropPlace | undefined> | undefined;
  return {
    agent: () => (agent ??= createGuardedAgent(allowed, { ...agentLimits, refuse: refusalOf })),
    drops: () => (drops ??= dropAddress === undefined ? Promise.resolve(undefined) : openDropPlace(dropAddress)),
    async [Symbol.asyncDispose]() {
      await (await agent)?.destroy();
      await (await drops)?.[Symbol.asyncDispose]();
    },
  };
}

/** Starts the threads and the background work, and creates the routes. */
export async function openImports(deps: ImportDeps, options: ImportOptions): Promise<ImportFeature> {
  const { connectionString, owner, log } = deps;
  const { limits, spoolFolder } = options;
  await using opened = new AsyncDisposableStack();
  const threads = opened.use(
    createImportThreads({
      count: options.threads,
      setup: { connectionString, limits, owner, spoolFolder, isTraced: isTracing(), version: options.version },
      log,
    }),
  );
  if (options.startsThreads) threads.startAll();
  const runner = opened.use(await startImportRunner({ ...deps, threads, concurrency: options.threads * 2 }));
  const expiry = opened.use(createFileExpiry(deps));
  const errorRetention = opened.use(startErrorRetention(deps, options.errorDays));
  const jobRetention = opened.use(startJobRetention(deps, options.jobDays));
  const routeDeps = {
    ...deps,
    jobDays: options.jobDays,
    threads,
    limits,
    spoolFolder,
    onStored: runner.wake,
    logFault: (fault: ImportFault, jobRef: string) => {
      const { code, cause } = fault;
      if (wasInterrupted(fault)) log.warn({ jobRef, code, cause }, 'an import was interrupted');
      else log.error({ jobRef, fault }, 'an import failed');
    },
  };
  const places = opened.use(createPlaces(options));
  const sources = opened.use(await startSourceRunner({ ...routeDeps, agent: places.agent, drops: places.drops }));
  const hasFolders = options.dropAddress !== undefined;
  const routes = [
    ...importRoutes(routeDeps),
    ...fileRoutes(routeDeps),
    ...mappingRoutes(deps),
    ...bulkRoutes(routeDeps),
    ...sourceRoutes({ ...deps, allowed: options.allowed, hasFolders, onDue: sources.wake }),
  ];
  const resources = opened.move();
  return {
    routes,
    running: () => threads.running(),
    isBusy: () => threads.isBusy(),
    isReceiving: () => threads.isReceiving(),
    fileExpiry: expiry,
    errorRetention,
    jobRetention,
    sources,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
