import { openApiDocument } from '@pimento/contract';
import type { FastifyInstance } from 'fastify';
import { accessRoutes, authorize, findClient } from './access/index.ts';
import { type AssetWork, assetRoutes, contentRoutes, conversionRoutes, type DownloadLimits, queueConversions, readAllowedRanges, type Resolve, startAssetWork, usualLimits } from './assets/index.ts';
import { catalogRoutes } from './catalog/index.ts';
import { createImportThreads, findJsonFault, importRoutes, type ImportLimits, startImportRunner } from './imports/index.ts';
import { addReferencePages, createHttpApp, createMetrics, healthRoutes, type Log, openDatabase, openObjectStore, StartRefused, type Database, systemClock } from './platform/index.ts';
import { structureRoutes, type TypeChange } from './structure/index.ts';
import { version } from './version.ts';

export interface ServiceOptions {
  connectionString: string;
  databasePool: number;
  /** No other process works on this database: what is unfinished at the start was abandoned. */
  alone: boolean;
  importThreads: number;
  importLimits: ImportLimits;
  jsonBodyLimit: number;
  /** Requests a minute and key; 0 for none. */
  rateLimit: number;
  /** Folder for files that need not survive. */
  spoolFolder: string;
  assets: AssetOptions;
  log: Log;
}

export interface AssetOptions {
  /** Where bytes lie, as PIMENTO_ASSETS_URL names it. */
  address: string;
  /** Bytes of one file. */
  maxBytes: number;
  /** What nothing refers to is kept for so long. */
  graceMs: number;
  /** Downloads at once, in all and from one host. */
  concurrency: number;
  perHost: number;
  /** Private address ranges that downloads may go to. */
  allow: string;
  /** Other waits and time limits than the usual ones. */
  limits?: Partial<DownloadLimits>;
  /** How names are resolved; default as the system does. */
  resolve?: Resolve;
}

export interface Service extends AsyncDisposable {
  app: FastifyInstance;
  database: Database;
  assetWork: AssetWork;
}

/** Puts the whole service together: the one place that knows every feature. It does not listen yet. */
export async function createService(options: ServiceOptions): Promise<Service> {
  const { log, connectionString } = options;
  const clock = systemClock;
  const owner = clock.randomId();
  const allowed = readAllowedRanges(options.assets.allow);
  if (!allowed) throw new StartRefused('PIMENTO_DOWNLOAD_ALLOW must be a list of address ranges such as 10.1.0.0/16, fd00::/8.');
  const store = await openObjectStore(options.assets.address, clock);
  const { kysely: database, close } = openDatabase({
    connectionString,
    max: options.databasePool,
    name: 'pimento',
    onError: (error) => {
      log.warn({ err: error }, 'a database connection broke');
    },
  });
  const threads = createImportThreads({
    count: options.importThreads,
    setup: { connectionString, limits: options.importLimits, owner, spoolFolder: options.spoolFolder },
    log,
  });
  const runner = await startImportRunner({ database, clock, log, threads, owner, alone: options.alone, most: options.importThreads * 2 });
  const assetWork = await startAssetWork({
    database,
    store,
    clock,
    log,
    owner,
    allowed,
    alone: options.alone,
    maxBytes: options.assets.maxBytes,
    graceMs: options.assets.graceMs,
    limits: { ...usualLimits, ...options.assets.limits, concurrency: options.assets.concurrency, perHost: options.assets.perHost },
    ...(options.assets.resolve ? { resolve: options.assets.resolve } : {}),
    isPinned: () => Promise.resolve(false),
  });
  const onTypeChange: TypeChange = (transaction, clientId, changes) => queueConversions(transaction, clock, clientId, changes);
  const metrics = createMetrics({ importsRunning: () => threads.running().length });
  const app = await createHttpApp({
    log,
    metrics,
    findJsonFault,
    jsonBodyLimit: options.jsonBodyLimit,
    rateLimit: options.rateLimit,
    authorize: (operation, request) =>
      authorize({ database, clock }, operation.permission, { authorization: request.headers.authorization, query: request.query as Record<string, unknown> }), // the framework parses every query into an object
    routes: [
      ...healthRoutes({ database, metrics, version }),
      ...accessRoutes({ database, clock, adapterExists: () => Promise.resolve(false) }),
      ...structureRoutes({ database, clock, onTypeChange }),
      ...assetRoutes({
        database,
        store,
        maxBytes: options.assets.maxBytes,
        onStored: assetWork.wakePreviews,
        onDue: assetWork.wakeDownloads,
      }),
      ...contentRoutes({ database, store, log }),
      ...conversionRoutes({
        database,
        clock,
        onTypeChange,
        clientExists: async (connection, clientId) => (await findClient(connection, clientId)) !== undefined,
        onQueued: assetWork.wakeConversions,
      }),
      ...catalogRoutes({ database, clock }),
      ...importRoutes({
        database,
        clock,
        threads,
        owner,
        bodyLimit: options.importLimits.bodyBytes,
        onStored: () => {
          runner.wake();
        },
        onReport: (report) => {
          for (const outcome of ['created', 'updated', 'unchanged', 'rejected'] as const) metrics.importedProducts.inc({ outcome }, report[outcome]);
          assetWork.wakeDownloads();
        },
        logFault: (fault, jobRef) => {
          log.error({ jobRef, fault }, 'an import failed');
        },
      }),
    ],
  });
  await addReferencePages(app, openApiDocument(version));
  return {
    app,
    database,
    assetWork,
    async [Symbol.asyncDispose]() {
      // Requests under way may end first; what takes longer than the app's grace is cut off and told so by its job.
      await app.close();
      await assetWork[Symbol.asyncDispose]();
      await runner[Symbol.asyncDispose]();
      await threads[Symbol.asyncDispose]();
      await store[Symbol.asyncDispose]();
      await close();
    },
  };
}
