import { openApiDocument } from '@pimento/contract';
import type { FastifyInstance } from 'fastify';
import { accessRoutes, authorize, createSessions, findClient, peopleRoutes } from './access/index.ts';
import { type AssetOptions, type AssetWork, openAssets } from './assets/index.ts';
import {
  catalogRoutes,
  productDeletionRoutes,
  type SearchIndexing,
  startProductDeletions,
  startSearchIndexing,
} from './catalog/index.ts';
import { adapterExists, channelRoutes, createEventPresenter } from './channels/index.ts';
import { eventRoutes, startEventRetention } from './events/index.ts';
import {
  createImportThreads,
  findJsonFault,
  importRoutes,
  type ImportLimits,
  startImportRunner,
} from './imports/index.ts';
import {
  addConsolePages,
  addReferencePages,
  createHttpApp,
  createMetrics,
  healthRoutes,
  type Log,
  openDatabase,
  type Database,
  errorCode,
  type SecretBox,
  systemClock,
} from './platform/index.ts';
import { structureRoutes } from './structure/index.ts';
import {
  cancelUnfetched,
  deleteRules,
  isPinned,
  startAutomaticSubmits,
  startContentRetention,
  submissionFeatureRoutes,
} from './submissions/index.ts';
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
  /** Seals the passwords of accounts, signs the addresses of submitted files. */
  secretBox: SecretBox;
  /** Days for which what a submission delivered is kept after its end; 0 for ever. */
  snapshotDays: number;
  /** Folder for files that need not survive. */
  spoolFolder: string;
  /** Folder of the built console; undefined to serve none. */
  consoleFolder?: string | undefined;
  /** Where others reach this service; undefined: wherever they called it. */
  baseUrl?: string | undefined;
  assets: AssetOptions;
  log: Log;
}

export interface Service extends AsyncDisposable {
  /** Runs work that needs the service to listen and comes before anybody else's: until it is done /readyz says no. */
  setUp<T>(work: () => Promise<T>): Promise<T>;
  app: FastifyInstance;
  database: Database;
  assetWork: AssetWork;
  searchIndexing: SearchIndexing;
}

/** Puts the whole service together: the one place that knows every feature. It does not listen yet. */
export async function createService(options: ServiceOptions): Promise<Service> {
  const { log, connectionString, secretBox } = options;
  const clock = systemClock;
  const owner = clock.randomId();
  const connections = {
    connectionString,
    onError: (error: Error) => {
      // never the error itself: it carries the client, and that its password
      log.warn({ code: errorCode(error), reason: error.message }, 'a database connection broke');
    },
  };
  const { kysely: database, close } = openDatabase({ ...connections, max: options.databasePool, name: 'pimento' });
  // what every request asks, and every poll; it never waits for the longer work of others
  const { kysely: prepared, close: closePrepared } = openDatabase({
    ...connections,
    max: options.databasePool,
    name: 'pimento prepared',
    prepared: true,
  });
  const threads = createImportThreads({
    count: options.importThreads,
    setup: { connectionString, limits: options.importLimits, owner, spoolFolder: options.spoolFolder },
    log,
  });
  const runner = await startImportRunner({
    database,
    clock,
    log,
    threads,
    owner,
    alone: options.alone,
    most: options.importThreads * 2,
  });
  const sessions = createSessions({ database, clock, publicUrl: options.baseUrl });
  const keyDeps = { database, clock, adapterExists };
  const retention = startEventRetention({ database, clock, log });
  const contentRetention = startContentRetention({ database, clock, log, days: options.snapshotDays });
  const automaticSubmits = startAutomaticSubmits({ database, clock, log });
  const assets = await openAssets(
    {
      database,
      prepared,
      clock,
      log,
      owner,
      alone: options.alone,
      clientExists: async (connection, clientId) => (await findClient(connection, clientId)) !== undefined,
      isPinned,
    },
    options.assets,
  );
  const deletions = startProductDeletions({ database, clock, log });
  const setUp = { running: false };
  const searchIndexing = startSearchIndexing({
    database,
    connectionString,
    clock,
    log,
    isBusy: () => threads.running().length > 0,
  });
  const metrics = createMetrics({
    importsRunning: () => threads.running().length,
    searchBacklog: () => searchIndexing.backlog(),
  });
  const app = await createHttpApp({
    log,
    metrics,
    findJsonFault,
    jsonBodyLimit: options.jsonBodyLimit,
    rateLimit: options.rateLimit,
    authorize: (operation, request) =>
      authorize({ database: prepared, clock, sessions }, operation, {
        method: request.method,
        headers: request.headers,
        query: request.query as Record<string, unknown>, // the framework parses every query into an object
      }),
    routes: [
      ...healthRoutes({ database, metrics, version, isStarting: () => setUp.running }),
      ...accessRoutes(keyDeps),
      ...peopleRoutes(keyDeps, sessions),
      ...structureRoutes({ database, clock, onTypeChange: assets.onTypeChange }),
      ...assets.routes,
      ...catalogRoutes({ database, clock }),
      ...productDeletionRoutes({ database, clock, onQueued: deletions.wake }),
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
          for (const outcome of ['created', 'updated', 'unchanged', 'rejected'] as const)
            metrics.importedProducts.inc({ outcome }, report[outcome]);
          assets.work.wakeDownloads();
        },
        logFault: (fault, jobRef) => {
          log.error({ jobRef, fault }, 'an import failed');
        },
      }),
      ...eventRoutes({ database, prepared, clock, present: createEventPresenter({ database, secretBox }) }),
      ...channelRoutes({
        database,
        clock,
        secretBox,
        beforeDisconnect: deleteRules,
        onDisconnect: (transaction, key) => cancelUnfetched(transaction, key, clock.now()),
      }),
      ...submissionFeatureRoutes({ database, clock, secretBox, baseUrl: options.baseUrl, serve: assets.serve }),
    ],
  });
  async function runSetUp<T>(work: () => Promise<T>): Promise<T> {
    setUp.running = true;
    try {
      return await work();
    } finally {
      setUp.running = false;
    }
  }
  await addReferencePages(app, openApiDocument(version));
  if (options.consoleFolder !== undefined) await addConsolePages(app, options.consoleFolder);
  return {
    setUp: runSetUp,
    app,
    database,
    assetWork: assets.work,
    searchIndexing,
    async [Symbol.asyncDispose]() {
      // Requests under way may end first; what takes longer than the app's grace is cut off and told so by its job.
      await app.close();
      await searchIndexing[Symbol.asyncDispose]();
      await deletions[Symbol.asyncDispose]();
      await automaticSubmits[Symbol.asyncDispose]();
      await contentRetention[Symbol.asyncDispose]();
      await retention[Symbol.asyncDispose]();
      await assets[Symbol.asyncDispose]();
      await runner[Symbol.asyncDispose]();
      await Promise.all([close(), closePrepared()]);
    },
  };
}
