import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { KeyScope } from '@pimento/contract';
import { pino } from 'pino';
import { createClientRow, createKey } from '../src/access/index.ts';
import type { AssetRunner } from '../src/assets/index.ts';
import type { SearchIndexing } from '../src/catalog/index.ts';
import { createService, type Service } from '../src/compose.ts';
import type { ServiceOptions } from '../src/service-options.ts';
import { createSecretBox, type Database, systemClock, clientIdOf, type Worker } from '../src/platform/index.ts';
import type { NoticeFeature } from '../src/notices/index.ts';
import type { TenancyFeature } from '../src/tenancy/index.ts';
import { createTestDatabase } from './test-database.ts';

export interface TestAnswer {
  status: number;
  headers: Headers;
  text: string;
  /** The body parsed as JSON, or undefined if it is not JSON. */
  body: any; // oxlint-disable-line typescript/no-explicit-any -- tests assert every member that they read
}

export interface TestRequest {
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;
}

/** HTTP requests to the service with one key. */
export interface TestCaller {
  clientId: string;
  keyId: string;
  secret: string;
  call(method: string, path: string, request?: TestRequest): Promise<TestAnswer>;
  /** Sends an import body unchanged, by default as JSON. `query` begins with "?". */
  importBody(
    body: TestRequest['body'],
    options?: { query?: string; headers?: Record<string, string> },
  ): Promise<TestAnswer>;
  importProducts(products: readonly unknown[], query?: string): Promise<TestAnswer>;
  define(definitions: readonly unknown[]): Promise<TestAnswer>;
  /** Gets a product in the format of an import. Returns undefined if the product does not exist. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests assert every member that they read
  product(productId: string): Promise<any>;
  /** Gets all products from the NDJSON export, by id. */
  exported(): Promise<Map<string, Record<string, unknown>>>;
}

export interface TestService extends AsyncDisposable {
  baseUrl: string;
  port: number;
  database: Database;
  connectionString: string;
  assetRunner: AssetRunner;
  searchIndexing: SearchIndexing;
  evaluations: Worker;
  eventRelay: Service['eventRelay'];
  eventRetention: Worker;
  audit: Service['audit'];
  tenancy: TenancyFeature;
  notices: NoticeFeature;
  storage: Worker;
  retention: Service['retention'];
  fileExpiry: Worker;
  importSources: Service['importSources'];
  replica: Service['replica'];
  /** Creates a client with a key, so that the tests of a file do not share data. Returns a caller with the key. */
  client(clientId: string): Promise<TestCaller>;
  /** Stops accepting requests. Resolves when the requests in progress have ended. */
  stopServing(): Promise<void>;
  /** Stops the whole service but keeps its database. */
  stop(): Promise<void>;
  /** Creates an additional key of a client, and returns a caller with this key. */
  key(clientId: string, scopes?: KeyScope[]): Promise<TestCaller>;
}

/** Starts the whole service as in production, but on a separate database. */
export async function startTestService(overrides: Partial<ServiceOptions> = {}): Promise<TestService> {
  const testDatabase = await createTestDatabase();
  const spoolFolder = await mkdtemp(join(tmpdir(), 'pimento-spool-'));
  const service = await createService({
    connectionString: testDatabase.connectionString,
    databasePool: 8,
    alone: true,
    importThreads: 1,
    importLimits: { bodyBytes: 2 ** 30, productBytes: 2 ** 22, atomicProducts: 50_000 },
    jsonBodyLimit: 2 ** 25,
    rateLimit: 0,
    snapshotDays: 0,
    spoolFolder,
    secretBox: createSecretBox(randomBytes(32)),
    assets: {
      address: pathToFileURL(join(spoolFolder, 'assets')).href,
      maxBytes: 2 ** 29,
      graceMs: 86_400_000,
      concurrency: 8,
      perHost: 8,
      allowed: [],
    },
    log: pino({ level: 'silent' }),
    ...overrides,
  });
  const { database } = service;
  await service.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = service.app.server.address() as AddressInfo; // a listening server has a port
  const baseUrl = `http://127.0.0.1:${port}`;
  const key: TestService['key'] = async (clientId, scopes) => {
    const deps = { database, clock: systemClock, adapterExists: () => Promise.resolve(false) };
    const made = await createKey(deps, database, {
      kind: 'client',
      name: 'test',
      clientId: clientIdOf(clientId),
      scopes,
    });
    return createTestCaller(baseUrl, made);
  };
  return {
    baseUrl,
    port,
    database,
    connectionString: testDatabase.connectionString,
    assetRunner: service.assetRunner,
    searchIndexing: service.searchIndexing,
    evaluations: service.evaluations,
    eventRelay: service.eventRelay,
    eventRetention: service.eventRetention,
    audit: service.audit,
    tenancy: service.tenancy,
    notices: service.notices,
    storage: service.storage,
    retention: service.retention,
    fileExpiry: service.fileExpiry,
    importSources: service.importSources,
    replica: service.replica,
    key,
    stopServing: async () => {
      await service.app.close();
    },
    stop: async () => {
      await service[Symbol.asyncDispose]();
    },
    async client(clientId) {
      await createClientRow(database, { clientId: clientIdOf(clientId), name: clientId });
      return key(clientId);
    },
    async [Symbol.asyncDispose]() {
      // A connection that a failed test has not closed would block the shutdown.
      service.app.server.closeAllConnections();
      await service[Symbol.asyncDispose]();
      await testDatabase[Symbol.asyncDispose]();
      await rm(spoolFolder, { recursive: true, force: true });
    },
  };
}

/** Creates a caller that sends its requests to `baseUrl` with a key. */
export function createTestCaller(
  baseUrl: string,
  { clientId, keyId, secret }: { clientId: string | null; keyId: string; secret: string },
): TestCaller {
  const call: TestCaller['call'] = async (method, path, { headers, body } = {}) => {
    const response = await fetch(baseUrl + path, {
      method,
      headers: { authorization: `Bearer ${secret}`, ...headers },
      ...(body === undefined ? {} : { body, duplex: 'half' }),
    });
    const text = await response.text();
    const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '');
    const parsed: unknown = isJson && text !== '' ? JSON.parse(text) : undefined;
    return { status: response.status, headers: response.headers, text, body: parsed };
  };
  const json = { 'content-type': 'application/json' };
  const importBody: TestCaller['importBody'] = (body, { query = '', headers } = {}) =>
    call('POST', `/api/import/v1/feeds/master${query}`, {
      headers: { ...json, ...headers },
      ...(body === undefined ? {} : { body }),
    });
  return {
    clientId: clientId ?? '',
    keyId,
    secret,
    call,
    importBody,
    importProducts: (products, query = '') => importBody(JSON.stringify({ products }), { query }),
    define: (definitions) =>
      call('PUT', '/api/datastandards/v1/datastandards/attributes', {
        headers: json,
        body: JSON.stringify(definitions),
      }),
    async product(productId) {
      const { status, body } = await call('GET', `/api/products/v1/products/${encodeURIComponent(productId)}`);
      return status === 404 ? undefined : body.product;
    },
    async exported() {
      const { status, text } = await call('GET', '/api/products/v1/products/export');
      // Without this check, an assertion compares the error with the products. For 14,000 products, it needed 25 GB to print the
      // difference.
      if (status !== 200) throw new Error(`the export was answered with ${status}: ${text}`);
      const products = text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Record<string, unknown>); // a product is an object
      return new Map(products.map((product) => [String(product['__ID']), product]));
    },
  };
}
