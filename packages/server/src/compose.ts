import { openApiDocument } from '@pimento/contract';
import type { FastifyInstance } from 'fastify';
import {
  accessRoutes,
  authorize,
  createClientQuotas,
  createIssuers,
  createSessions,
  type Issuers,
  peopleRoutes,
  startEndedKeyRunner,
  type Mailer,
  startMail,
} from './access/index.ts';
import { auditRoutes, createActRunner } from './audit/index.ts';
import { type AssetFeature, type AssetRunner, openAssets } from './assets/index.ts';
import { type CatalogFeature, type SearchIndexing, openCatalog } from './catalog/index.ts';
import { adapterExists, channelRoutes, createEventPresenter } from './channels/index.ts';
import { commentRoutes } from './comments/index.ts';
import { type EventRelay, eventRoutes } from './events/index.ts';
import { findJsonFault, type ImportFeature, openImports } from './imports/index.ts';
import {
  createFigureReader,
  type FigureReader,
  type InstallationFeature,
  openInstallation,
} from './installation/index.ts';
import {
  addConsolePages,
  addReferencePages,
  type Clock,
  createHttpApp,
  createLargeBodies,
  type ClientActivity,
  createClientActivity,
  createMetrics,
  createRunningAnswers,
  createWorkerRuns,
  healthRoutes,
  type LargeBodies,
  type Log,
  type Metrics,
  openDatabase,
  type ProcessRole,
  type Replica,
  type Database,
  errorCode,
  type Route,
  type RunningAnswers,
  securityContactRoutes,
  startMetricsServer,
  systemClock,
  type Worker,
  type WorkerRuns,
} from './platform/index.ts';
import { openReadiness } from './readiness/index.ts';
import { openStandards } from './standards/index.ts';
import { openStructure } from './structure/index.ts';
import { openSubmissions } from './submissions/index.ts';
import { type NoticeFeature, openNotices } from './notices/index.ts';
import { openTenancy, type TenancyFeature } from './tenancy/index.ts';
import type { ServiceOptions } from './service-options.ts';
import {
  addGauges,
  clientExists,
  disconnectionOf,
  faultModule,
  importOptions,
  installationOptions,
  isPinnedAnywhere,
  retentionOf,
  type RetentionWorkers,
  startAudit,
  startEvents,
  submissionOptions,
  startReplica,
} from './service-parts.ts';
import { version } from './version.ts';

export interface Service extends AsyncDisposable {
  /** Runs setup work for which Pimento must already listen. /readyz reports "not ready" until the work is done. */
  setUp<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Makes /readyz report that Pimento is stopping, and closes each HTTP connection after its next response. Requests are still answered.
   */
  leave(): void;
  app: FastifyInstance;
  database: Database;
  assetRunner: AssetRunner;
  /** The replica that exports are read from. */
  replica: Replica | undefined;
  searchIndexing: SearchIndexing;
  /** Deletes expired import files. */
  fileExpiry: Worker;
  /** Imports from the file sources that are due. */
  importSources: ImportFeature['sources'];
  /** Keeps the readiness evaluations of products up to date. */
  evaluations: Worker;
  eventRelay: EventRelay;
  eventRetention: Worker;
  /** Seals new events of the audit log, and deletes old ones. */
  audit: ReturnType<typeof startAudit>;
  tenancy: TenancyFeature;
  notices: NoticeFeature;
  /** Measures what each client stores. */
  storage: Worker;
  /** Workers that delete old rows. */
  retention: RetentionWorkers;
}

/** Resources that the features share. */
interface Foundation {
  database: Database;
  /** Pool with prepared statements for short queries only, so that requests and polls do not wait for long queries. */
  prepared: Database;
  connectionString: string;
  /** True if no other process uses this database. */
  alone: boolean;
  /** Identifies this process as the owner of the jobs that it claims. */
  owner: string;
  role: ProcessRole;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  workerRuns: WorkerRuns;
  activity: ClientActivity;
  /** Reads the figures that the metrics and the operators' page show. */
  readFigures: FigureReader;
  /** A replica of the database for exports. Undefined if no replica is configured, and in a worker, which exports nothing. */
  replica: Replica | undefined;
}

interface Features {
  assets: AssetFeature;
  imports: ImportFeature;
  catalog: CatalogFeature;
  evaluations: Worker;
  mailer: Mailer | undefined;
  issuers: Issuers;
  eventRelay: EventRelay;
  eventRetention: Worker;
  audit: Service['audit'];
  tenancy: TenancyFeature;
  notices: NoticeFeature;
  storage: InstallationFeature['storage'];
  retention: RetentionWorkers;
  routes: Route[];
}

function openFoundation(options: ServiceOptions, opened: AsyncDisposableStack): Foundation {
  const { log, connectionString, alone, databasePool: max } = options;
  let isClosing = false;
  const connections = {
    connectionString,
    max,
    onError: (error: Error) => {
      // if the database server is stopped right after the service, it breaks connections that are still being closed
      if (isClosing) return;
      // never log the error object itself, because it contains the database client, which contains the password
      log.warn({ code: errorCode(error), reason: error.message }, 'a database connection broke');
    },
  };
  const { kysely: database } = opened.use(openDatabase({ ...connections, name: 'pimento' }));
  const { kysely: prepared } = opened.use(openDatabase({ ...connections, name: 'pimento prepared', prepared: true }));
  opened.defer(() => {
    isClosing = true;
  });
  const clock = systemClock;
  const metrics = createMetrics();
  options.telemetry?.exportMetrics(metrics.registry);
  const workerRuns = createWorkerRuns();
  const role = options.role ?? 'all';
  const replica = startReplica(options, { database, clock, log, metrics, workerRuns, role }, opened);
  return {
    database,
    prepared,
    connectionString,
    alone,
    owner: clock.randomId(),
    role,
    clock,
    log,
    metrics,
    workerRuns,
    readFigures: createFigureReader({ database, clock, log }),
    replica,
    activity: createClientActivity(() => clock.monotonic()),
  };
}

/**
 * Opens data standards and evaluations. Products are evaluated as soon as they are imported, and again as soon as a standard or a mapping
 * is published.
 * @param deps.afterImport functions that are called after each import; this function adds the start of the evaluation
 */
function openEvaluated(
  { standardBodyLimit: bodyLimit }: ServiceOptions,
  { afterImport, ...deps }: Foundation & { isBusy: () => boolean; afterImport: (() => void)[] },
  opened: AsyncDisposableStack,
) {
  const onPublished = () => readiness.evaluations.wake();
  const standards = opened.use(openStandards({ ...deps, onPublished }, { faultModule, bodyLimit }));
  const readiness = opened.use(openReadiness({ ...deps, outlines: standards.outlines }));
  afterImport.push(readiness.evaluations.wakeSoon);
  return { standards, readiness };
}

/** Opens all features. `opened` disposes of them in reverse order. */
async function openFeatures(
  options: ServiceOptions,
  foundation: Foundation,
  opened: AsyncDisposableStack,
): Promise<Features> {
  const { database, prepared, clock, log } = foundation;
  const { secretBox, baseUrl, historyDays = 0 } = options;
  const mailer = options.mail && opened.use(startMail({ ...foundation, secretBox }, options.mail));
  const issuers = opened.use(createIssuers({ clock, log }, options.issuersAllowed ?? []));
  const events = startEvents(foundation, opened);
  const quotas = createClientQuotas({ database: prepared, clock });
  const assets = opened.use(
    await openAssets({ ...foundation, clientExists, isPinned: isPinnedAnywhere, quotas }, options.assets),
  );
  const afterImport = [assets.runner.wakeDownloads]; // openEvaluated adds evaluations.wakeSoon; a stored body may be imported before that
  const importDeps: Omit<Parameters<typeof openImports>[0], keyof Foundation> = {
    secretBox,
    quotas,
    onImported: () => afterImport.forEach((wake) => wake()),
    // `readiness` and `catalog` are assigned before the first request
    evaluateEdited: (edited) => readiness.evaluateEdited(edited),
    onDeletionStored: () => catalog.wakeDeletions(),
  };
  const imports = opened.use(await openImports({ ...foundation, ...importDeps }, importOptions(options)));
  const isBusyOrReceiving = () => imports.isBusy() || imports.isReceiving(); // indexing needs 35 MB of memory, so it waits for both
  const catalog = opened.use(openCatalog({ ...foundation, historyDays, isBusy: isBusyOrReceiving }));
  const structure = opened.use(openStructure({ ...foundation, onTypeChange: assets.onTypeChange }));
  const leaving = disconnectionOf(clock);
  const evaluated = { ...foundation, isBusy: () => imports.isBusy(), afterImport };
  const { standards, readiness } = openEvaluated(options, evaluated, opened);
  const given = { ...foundation, secretBox, baseUrl, serve: assets.serve, evaluations: readiness.evaluations };
  const submissions = opened.use(openSubmissions(given, submissionOptions(options)));
  const tenancy = opened.use(await openTenancy({ ...given, ...leaving, ...assets.storage }));
  const notices = opened.use(openNotices({ ...foundation, baseUrl }, options));
  const installation = opened.use(await openInstallation({ ...foundation, ...installationOptions(options), version }));
  const routes = [
    ...auditRoutes({ database, secretBox }),
    ...structure.routes,
    ...assets.routes,
    ...catalog.routes,
    ...imports.routes,
    ...eventRoutes({ database, prepared, clock, present: createEventPresenter({ database, secretBox }) }),
    ...channelRoutes({ database, clock, secretBox, ...leaving }),
    ...[standards, readiness, submissions, tenancy, notices, installation].flatMap((feature) => feature.routes),
  ];
  return {
    assets,
    imports,
    catalog,
    evaluations: readiness.evaluations,
    mailer,
    issuers,
    ...events,
    audit: startAudit(options, foundation, opened),
    tenancy,
    notices,
    storage: installation.storage,
    retention: retentionOf(catalog, imports, submissions),
    routes,
  };
}

interface AppParts {
  state: () => 'starting' | 'running' | 'stopping';
  runningAnswers: RunningAnswers;
  readLargeBody: LargeBodies['read'];
}

/** Returns the routes of this process. A worker serves only health checks and metrics. */
function listRoutes(
  options: ServiceOptions,
  { database, prepared, clock, metrics, role }: Foundation,
  {
    features,
    sessions,
    state,
  }: { features: Features; sessions: ReturnType<typeof createSessions>; state: AppParts['state'] },
): Route[] {
  const servesMetrics = (options.metrics?.kind ?? 'token') === 'token';
  const health = healthRoutes({ database, prepared, metrics, version, state, servesMetrics });
  if (role === 'worker') return health;
  const { baseUrl: publicUrl, secretBox, securityContact: contact } = options;
  const { issuers, mailer } = features;
  const keyDeps = { database, clock, adapterExists };
  return [
    ...health,
    ...securityContactRoutes({ clock, contact, publicUrl }),
    ...accessRoutes({ ...keyDeps, publicUrl }),
    ...peopleRoutes({ ...keyDeps, mailer, issuers, secretBox }, sessions),
    ...features.routes,
    ...commentRoutes({ database, clock, canMail: options.mail !== undefined }),
  ];
}

async function createApp(
  options: ServiceOptions,
  foundation: Foundation,
  features: Features,
  { state, runningAnswers, readLargeBody }: AppParts,
): Promise<FastifyInstance> {
  const { database, prepared, clock, log, metrics, activity, role } = foundation;
  const { baseUrl: publicUrl, secretBox, sessionIdleMs: idleMs } = options;
  const { issuers } = features;
  const sessions = createSessions({ database, clock, log, issuers, publicUrl, secretBox, idleMs });
  const app = await createHttpApp({
    log,
    metrics,
    activity,
    findJsonFault,
    runAct: createActRunner({ database, clock, log }),
    jsonBodyLimit: options.jsonBodyLimit,
    rateLimit: options.rateLimit,
    runningAnswers,
    ...(options.maxConnections === undefined ? {} : { maxConnections: options.maxConnections }),
    trustedProxies: options.trustedProxies ?? [],
    isSecure: options.baseUrl?.startsWith('https:') ?? false,
    isLeaving: () => state() === 'stopping',
    // the remaining database connections are for edits and background work
    maxOperations: Math.max(2, Math.ceil(options.databasePool * 0.75)),
    // Operations that wait for a locked connection of a client to a channel must leave database connections for all other operations.
    maxAppends: Math.max(1, Math.floor(options.databasePool / 2)),
    readLargeBody,
    ...(options.arrival ? { arrival: options.arrival } : {}),
    authorize: (operation, request) =>
      authorize({ database: prepared, clock, sessions }, operation, {
        method: request.method,
        headers: request.headers,
        address: request.ip,
        query: request.query as Record<string, unknown>, // the framework parses every query into an object
      }),
    routes: listRoutes(options, foundation, { features, sessions, state }),
  });
  if (role === 'worker') return app;
  await addReferencePages(app, () => openApiDocument(version));
  if (options.consoleFolder !== undefined) await addConsolePages(app, options.consoleFolder);
  return app;
}

/**
 * Assembles a `Service`, which does not listen yet. Only this file imports all features. If a step fails, everything that was opened is
 * closed again.
 */
export async function createService(options: ServiceOptions): Promise<Service> {
  await using opened = new AsyncDisposableStack();
  const foundation = openFoundation(options, opened);
  const features = await openFeatures(options, foundation, opened);
  addGauges(options, foundation, features.imports);
  if (options.metrics?.kind === 'address') opened.use(await startMetricsServer(foundation.metrics, options.metrics));
  let isSettingUp = false;
  let isLeaving = false;
  const runningAnswers = createRunningAnswers();
  opened.use(startEndedKeyRunner(foundation, runningAnswers));
  const largeBodies = opened.use(createLargeBodies(faultModule));
  const app = await createApp(options, foundation, features, {
    state: () => (isLeaving ? 'stopping' : isSettingUp ? 'starting' : 'running'),
    runningAnswers,
    readLargeBody: largeBodies.read,
  });
  // Deferred last, so that it runs first. Running requests can then complete. After the grace period they are aborted, and the abort is
  // recorded in their jobs.
  opened.defer(() => app.close());
  const resources = opened.move();
  return {
    app,
    database: foundation.database,
    assetRunner: features.assets.runner,
    replica: foundation.replica,
    searchIndexing: features.catalog.searchIndexing,
    fileExpiry: features.imports.fileExpiry,
    importSources: features.imports.sources,
    evaluations: features.evaluations,
    eventRelay: features.eventRelay,
    eventRetention: features.eventRetention,
    audit: features.audit,
    tenancy: features.tenancy,
    notices: features.notices,
    storage: features.storage,
    retention: features.retention,
    async setUp(work) {
      isSettingUp = true;
      try {
        return await work();
      } finally {
        isSettingUp = false;
      }
    },
    leave() {
      isLeaving = true;
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
