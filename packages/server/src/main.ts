import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { AssetOptions } from './assets/index.ts';
import { createService, type Service } from './compose.ts';
import { type Config, isPublicAddress, readConfig } from './config.ts';
import { startExampleAdapter } from './example-adapter.ts';
import { loadExampleCatalogue } from './example-catalogue.ts';
import { findMarketFeed, type MarketFeed } from './example-feed.ts';
import { setUpExampleMarket } from './example-market.ts';
import { type Example, prepareFirstRun, readFirstRun } from './first-run.ts';
import { greeting } from './greeting.ts';
import { listenRefusal, requireFreeAddress } from './listen-address.ts';
import type { ServiceOptions } from './service-options.ts';
import { prepareStop, startGraceMs, stopSignal } from './stopping.ts';
import { listConnectionWarnings, listStartWarnings } from './start-warnings.ts';
import {
  allowThreadMemory,
  claimSecretKey,
  createLog,
  createSecretBox,
  type Database,
  errorCode,
  judgeTelemetry,
  limitHeapGrowth,
  migrate,
  openDataFolder,
  openSecretKeys,
  readConnectionLimit,
  releaseHeapMemory,
  findSessions,
  type SecretBox,
  sharesSessions,
  StartRefusedError,
  startEmbeddedPostgres,
  startTelemetry,
  systemClock,
  type Telemetry,
  type Log,
} from './platform/index.ts';
import { version } from './version.ts';

export interface StartOptions {
  port?: string | undefined;
  host?: string | undefined;
  data?: string | undefined;
  role?: string | undefined;
  /** False to start each import thread with the first import that needs it. Default true. */
  startsImportThreads?: boolean;
  /** Called with the connection string when the database is ready, for tools that run alongside Pimento. */
  onDatabase?: (connectionString: string) => void;
}

function settings(options: StartOptions): Config {
  const given = {
    PIMENTO_PORT: options.port,
    PIMENTO_HOST: options.host,
    PIMENTO_DATA_DIR: options.data,
    PIMENTO_ROLE: options.role,
  };
  const chosen = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const read = readConfig({ ...process.env, ...chosen });
  if ('config' in read) return read.config;
  throw new StartRefusedError(`The settings are invalid: ${read.complaints.join('; ')}.`);
}

async function connectDatabase(
  config: Config,
  folder: string,
  log: Log,
): Promise<AsyncDisposable & { connectionString: string; isEmbedded: boolean }> {
  if (config.PIMENTO_DATABASE_URL !== undefined) {
    return {
      connectionString: config.PIMENTO_DATABASE_URL,
      isEmbedded: false,
      [Symbol.asyncDispose]: () => Promise.resolve(),
    };
  }
  const started = await startEmbeddedPostgres({
    dataFolder: folder,
    archive: config.PIMENTO_DATABASE_ARCHIVE ?? null,
    log: (line) => {
      log.info(line);
    },
  });
  return { connectionString: started.connectionString, isEmbedded: true, [Symbol.asyncDispose]: () => started.stop() };
}

/** Brings the database up to date. @returns its connection string, marked if connections share sessions */
async function migrateOrRefuse(given: string, isEmbedded: boolean): Promise<string> {
  try {
    const connectionString = isEmbedded ? given : await findSessions(given);
    await migrate(connectionString);
    return connectionString;
  } catch (error) {
    if (isEmbedded || error instanceof StartRefusedError) throw error;
    const reason = error instanceof Error ? error.message || errorCode(error) : String(error);
    throw new StartRefusedError(`The database at PIMENTO_DATABASE_URL cannot be used: ${reason}.`);
  }
}

interface Addresses {
  /** The URL at which people and adapters reach Pimento. */
  baseUrl: string;
  /** An address on this machine at which Pimento listens. */
  localUrl: string;
}

/** Returns an address at which programs on this machine can reach a server that listens on `address`. */
function localUrlOf({ address, port }: { address: string; port: number }): string {
  if (address === '0.0.0.0') return `http://127.0.0.1:${port}`;
  if (address === '::') return `http://[::1]:${port}`;
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
}

async function listen(service: Service, config: Config): Promise<Addresses> {
  try {
    await service.app.listen({ host: config.PIMENTO_HOST, port: config.PIMENTO_PORT });
    const listening = service.app.server.address();
    if (listening === null || typeof listening === 'string') throw new Error('the service listens on no port');
    return {
      baseUrl: config.PIMENTO_BASE_URL ?? `http://localhost:${listening.port}`,
      localUrl: localUrlOf(listening),
    };
  } catch (error) {
    throw listenRefusal(error, config);
  }
}

/** Returns the folder of the built console. @returns undefined if it does not exist next to the server */
function findConsole(): string | undefined {
  const folder = fileURLToPath(new URL('../../console/dist', import.meta.url));
  return existsSync(join(folder, 'index.html')) ? folder : undefined;
}

interface Opened {
  config: Config;
  log: Log;
  /** Absolute path of the data folder. */
  folder: string;
  connectionString: string;
  /** True if the database is the embedded one, which no other process uses. */
  isEmbedded: boolean;
  secretBox: SecretBox;
  telemetry: Telemetry;
  startsImportThreads: boolean;
}

function assetOptions({ config, folder }: Opened): AssetOptions {
  return {
    address: config.PIMENTO_ASSETS_URL ?? pathToFileURL(join(folder, 'assets')).href,
    maxBytes: config.PIMENTO_ASSET_MAX_BYTES,
    graceMs: config.PIMENTO_ASSET_GRACE_HOURS * 3_600_000,
    presignSeconds: config.PIMENTO_ASSETS_PRESIGN_SECONDS,
    concurrency: config.PIMENTO_DOWNLOAD_CONCURRENCY,
    perHost: config.PIMENTO_DOWNLOAD_PER_HOST,
    allowed: config.PIMENTO_DOWNLOAD_ALLOW,
  };
}

function mailSettings({ PIMENTO_SMTP_URL: url, PIMENTO_MAIL_FROM: from }: Config): ServiceOptions['mail'] {
  return url === undefined || from === undefined ? undefined : { url, from };
}

function replicaOptions(config: Config): ServiceOptions['replica'] {
  const { PIMENTO_DATABASE_REPLICA_URL: connectionString, PIMENTO_DATABASE_REPLICA_LAG: seconds } = config;
  return connectionString === undefined ? undefined : { connectionString, maxLagMs: seconds * 1000 };
}

function openService(opened: Opened): Promise<Service> {
  const { config, folder, telemetry } = opened;
  return createService({
    telemetry,
    role: config.PIMENTO_ROLE,
    issuersAllowed: config.PIMENTO_ISSUER_ALLOW,
    connectionString: opened.connectionString,
    replica: replicaOptions(config),
    databasePool: config.PIMENTO_DATABASE_POOL,
    alone: opened.isEmbedded,
    isLogArchived: opened.isEmbedded && config.PIMENTO_DATABASE_ARCHIVE !== undefined,
    importThreads: config.PIMENTO_IMPORT_THREADS,
    startsImportThreads: opened.startsImportThreads,
    importLimits: {
      bodyBytes: config.PIMENTO_IMPORT_MAX_BODY,
      productBytes: config.PIMENTO_IMPORT_MAX_PRODUCT,
      atomicProducts: config.PIMENTO_IMPORT_MAX_ATOMIC,
    },
    importFolder: config.PIMENTO_IMPORT_FOLDER,
    jsonBodyLimit: config.PIMENTO_JSON_MAX_BODY,
    standardBodyLimit: config.PIMENTO_STANDARD_MAX_BODY,
    rateLimit: config.PIMENTO_RATE_LIMIT,
    ...(config.PIMENTO_METRICS === undefined ? {} : { metrics: config.PIMENTO_METRICS }),
    maxConnections: config.PIMENTO_MAX_CONNECTIONS,
    trustedProxies: config.PIMENTO_TRUSTED_PROXIES,
    securityContact: config.PIMENTO_SECURITY_CONTACT,
    consoleFolder: findConsole(),
    dataFolder: folder,
    spoolFolder: join(folder, 'spool'),
    secretBox: opened.secretBox,
    auditDays: config.PIMENTO_AUDIT_DAYS,
    importErrorDays: config.PIMENTO_IMPORT_ERROR_DAYS,
    historyDays: config.PIMENTO_HISTORY_DAYS,
    importDays: config.PIMENTO_IMPORT_DAYS,
    submissionDays: config.PIMENTO_SUBMISSION_DAYS,
    snapshotDays: config.PIMENTO_SNAPSHOT_DAYS,
    sessionIdleMs: config.PIMENTO_SESSION_IDLE_HOURS * 3_600_000,
    mail: mailSettings(config),
    baseUrl: config.PIMENTO_BASE_URL,
    assets: assetOptions(opened),
    log: opened.log,
  });
}

/** Returns the functions that load the example. @returns undefined if no example is configured */
function exampleOf(example: Config['PIMENTO_EXAMPLE'], baseUrl: string): Example | undefined {
  if (example === 'false') return undefined;
  if (example === 'empty') return { loadCatalogue: () => Promise.resolve() };
  return {
    loadCatalogue: ({ client }) => loadExampleCatalogue({ baseUrl, secret: client }),
    ...(example === 'true' && { setUpMarket: (secrets) => setUpExampleMarket({ baseUrl, secrets }) }),
  };
}

/** Returns true if the example catalogue is configured, which suggests that a person is trying Pimento on their own machine. */
const showsExample = ({ PIMENTO_EXAMPLE: example }: Config): boolean => example === 'true' || example === 'catalogue';

interface Started {
  /** The text to print. */
  greeting: string;
  /** An address on this machine at which Pimento listens. */
  localUrl: string;
  /** The feed of the example market. Undefined without this market. */
  feed: MarketFeed | undefined;
}

/** Returns the error message of a failed start. @returns undefined for an unexpected error, whose stack trace is needed */
function failureOf(error: unknown): string | undefined {
  if (error instanceof StartRefusedError) return error.message;
  const code = errorCode(error);
  if (code === undefined || !(error instanceof Error)) return undefined;
  return `Pimento cannot start: ${error.message || 'the database or the network failed'} (${code}).`;
}

/** Waits for a startup step. If the step fails, the process exits after the grace period at the latest, even if cleanup hangs. */
async function endIfFailed<T>(step: Promise<T>): Promise<T> {
  try {
    return await step;
  } catch (error) {
    const end = () => {
      process.stderr.write(`${failureOf(error) ?? String(error)}\n`);
      process.exit(2);
    };
    setTimeout(end, startGraceMs).unref();
    throw error;
  }
}

/** Starts listening in a process that only does background work. */
async function setUpWorker(service: Service, config: Config): Promise<Started> {
  const { baseUrl, localUrl } = await service.setUp(() => listen(service, config));
  return { greeting: `\nA worker of Pimento is running at ${baseUrl}\n\n`, localUrl, feed: undefined };
}

/** Starts listening and, if this is the first run, completes its setup. */
async function setUp(service: Service, { config, folder, log }: Opened): Promise<Started> {
  const isPublic = isPublicAddress(config.PIMENTO_BASE_URL);
  const { baseUrl, localUrl, made } = await service.setUp(async () => {
    const { baseUrl: address, localUrl } = await listen(service, config);
    const firstRun = await prepareFirstRun({
      database: service.database,
      clock: systemClock,
      folder,
      baseUrl: address,
      operator: { email: config.PIMENTO_OPERATOR_EMAIL, mustChangePassword: isPublic },
      example: exampleOf(config.PIMENTO_EXAMPLE, localUrl),
    });
    return { baseUrl: address, localUrl, made: await firstRun?.finish() };
  });
  const known = made ?? (await readFirstRun(folder, baseUrl));
  if (known && !made)
    log.warn({ file: join(folder, 'first-run.json') }, 'the file of the first start still holds secrets; delete it');
  const mayShowSecrets = process.stdout.isTTY || (showsExample(config) && !isPublic);
  const feed = config.PIMENTO_EXAMPLE === 'true' ? await findMarketFeed(folder) : undefined;
  const text = greeting({ baseUrl, folder, known, feedFile: feed?.file, isFirst: made !== undefined, mayShowSecrets });
  return { greeting: text, localUrl, feed };
}

/** Logs how the database is connected, if this is unusual. */
async function reportConnections(database: Database, config: Config, log: Log): Promise<void> {
  if (sharesSessions(database)) {
    // the limit of the pooler cannot be read
    log.info('the pooler in front of the database runs in transaction mode');
    return;
  }
  for (const warning of listConnectionWarnings(config, await readConnectionLimit(database))) log.warn(warning);
}

async function serve(config: Config, options: StartOptions): Promise<void> {
  allowThreadMemory();
  limitHeapGrowth();
  const log = createLog(config.PIMENTO_LOG_LEVEL);
  for (const warning of listStartWarnings(config, process.geteuid?.())) log.warn(warning);
  const { PIMENTO_ROLE: role } = config;
  const onFault = (reason: string) => log.warn({ reason }, 'traces or metrics were not exported');
  await using telemetry = await startTelemetry(judgeTelemetry(process.env), { version, role, onFault });
  let isStarted = false;
  const stopped = stopSignal(() => isStarted);
  await using folder = await openDataFolder(config.PIMENTO_DATA_DIR);
  await requireFreeAddress(config);
  await using database = await connectDatabase(config, folder.path, log);
  const { isEmbedded } = database;
  // delete the request bodies of imports whose process has ended
  await rm(join(folder.path, 'spool'), { recursive: true, force: true });
  const connectionString = await migrateOrRefuse(database.connectionString, isEmbedded);
  options.onDatabase?.(connectionString);
  const [key, ...formerKeys] = config.PIMENTO_SECRET_KEY ?? (await openSecretKeys(folder.path));
  const secretBox = createSecretBox(key, formerKeys);
  const { startsImportThreads = true } = options;
  const secured = { connectionString, isEmbedded, secretBox, startsImportThreads };
  const opened = { config, log, folder: folder.path, telemetry, ...secured };
  await using service = await endIfFailed(openService(opened));
  await endIfFailed(claimSecretKey(service.database, secretBox));
  if (!isEmbedded) await endIfFailed(reportConnections(service.database, config, log));
  const started = await endIfFailed(role === 'worker' ? setUpWorker(service, config) : setUp(service, opened));
  isStarted = true;
  process.stdout.write(started.greeting);
  releaseHeapMemory();
  const { feed, localUrl: baseUrl } = started;
  await using _adapter = feed && startExampleAdapter({ feed, baseUrl, clock: systemClock, log });
  const signal = await stopped;
  log.info({ signal }, 'stopping');
  const { PIMENTO_DRAIN_SECONDS: drain, PIMENTO_STOP_SECONDS: stop } = config;
  await prepareStop(service, signal, { drainMs: drain * 1000, stopMs: stop * 1000 });
}

/**
 * Raises the default number of libuv threads from 4 to 16. Concurrent downloads sync their files to disk concurrently. With 4 threads, all
 * other tasks wait for these syncs, which halves the download rate. Must be set before the first task uses the thread pool.
 */
function widenThreadPool(): void {
  process.env['UV_THREADPOOL_SIZE'] ??= '16';
}

/**
 * Starts Pimento and returns when SIGINT or SIGTERM has stopped it. Prints one sentence to stderr and exits with code 2 if the database
 * fails during the start, or if the operator must fix a problem first (a port in use, a folder that is not writable, …).
 */
export async function startPimento(options: StartOptions): Promise<void> {
  widenThreadPool();
  try {
    await serve(settings(options), options);
  } catch (error) {
    const failure = failureOf(error);
    if (failure === undefined) throw error;
    process.stderr.write(`${failure}\n`);
    process.exitCode = 2;
  }
}
