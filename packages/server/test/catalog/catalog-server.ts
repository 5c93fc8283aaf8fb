import { once } from 'node:events';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { sql } from 'kysely';
import { pino } from 'pino';
import { authorize, createClientRow, createKey } from '../../src/access/index.ts';
import { createExporter } from '../../src/catalog/export/export-service.ts';
import { catalogRoutes } from '../../src/catalog/product-routes.ts';
import { valueRoutes } from '../../src/catalog/value-routes.ts';
import {
  createHttpApp,
  createMetrics,
  createRunningAnswers,
  type Database,
  openDatabase,
  systemClock,
  clientIdOf,
} from '../../src/platform/index.ts';
import { createTestDatabase } from '../test-database.ts';
import { createTestSessions } from '../test-sessions.ts';

export interface TestAnswer {
  status: number;
  type: string | undefined;
  text: string;
  /** The body parsed as JSON. Undefined if it is empty or has another type, such as NDJSON. */
  json: any; // oxlint-disable-line typescript/no-explicit-any -- tests assert every member that they read
}

export interface TestProduct {
  id: string;
  name?: string;
  family?: string;
  category?: string;
  primaryAsset?: string;
  values?: Record<string, unknown>;
  packaging?: { __ID: string; QUANTITY: string }[];
  createdAt?: string;
  updatedAt?: string;
  createdBy?: string;
}

export interface TestAttribute {
  id: string;
  name?: string;
  storageName?: string;
  parent?: string;
  composite?: boolean;
  multi?: boolean;
  sequence?: number;
}

export interface CatalogServer extends AsyncDisposable {
  connectionString: string;
  database: Database;
  port: number;
  /** Key of the client `acme`. `otherKey` is the key of the client `other`. */
  key: { keyId: string; secret: string };
  otherKey: { secret: string };
  /** Sends a request with the path unchanged, without normalizing its encoding. */
  call(method: string, path: string, secret?: string): Promise<TestAnswer>;
  get(path: string): Promise<TestAnswer>;
  define(attributes: TestAttribute[], clientId?: string): Promise<void>;
  insert(products: TestProduct[], clientId?: string): Promise<void>;
}

/** Starts the catalogue over HTTP on a separate database, with the clients `acme` and `other`. */
export async function startCatalogServer(): Promise<CatalogServer> {
  const testDatabase = await createTestDatabase();
  const handle = openDatabase({
    connectionString: testDatabase.connectionString,
    max: 8,
    name: 'test',
    onError: () => undefined,
  });
  const database = handle.kysely;
  const { connectionString } = testDatabase;
  const log = pino({ level: 'silent' });
  const exporter = createExporter({ connectionString, log });
  const keyDeps = { database, clock: systemClock, adapterExists: async () => false };
  const sessions = createTestSessions(database);
  const newKey = async (clientId: string) => {
    await createClientRow(database, { clientId: clientIdOf(clientId), name: clientId });
    return createKey(keyDeps, database, {
      kind: 'client',
      name: `shop of ${clientId}`,
      clientId: clientIdOf(clientId),
    });
  };
  const key = await newKey('acme');
  const otherKey = await newKey('other');
  const app = await createHttpApp({
    log,
    routes: [
      ...catalogRoutes({ database, clock: systemClock, exporter }),
      ...valueRoutes({ database, clock: systemClock }),
    ],
    authorize: (operation, request) =>
      authorize({ ...keyDeps, sessions }, operation, {
        method: request.method,
        headers: request.headers,
        address: request.ip,
        query: request.query as Record<string, unknown>, // the framework's parser returns only objects
      }),
    findJsonFault: () => ({ line: 1, column: 1, offset: 0, message: '' }) as never, // no operation here has a body
    jsonBodyLimit: 1_000_000,
    rateLimit: 0,
    runningAnswers: createRunningAnswers(),
    metrics: createMetrics(),
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo; // a listening server has a port

  const call: CatalogServer['call'] = (method, path, secret = key.secret) => send(port, method, path, secret);
  return {
    connectionString,
    database,
    port,
    key,
    otherKey,
    call,
    get: (path) => call('GET', `/api/products/v1/products${path}`),
    define: (attributes, clientId = 'acme') => insertAttributes(database, attributes, clientId),
    insert: (products, clientId = 'acme') => insertProducts(database, products, clientId),
    [Symbol.asyncDispose]: async () => {
      await app.close();
      await exporter[Symbol.asyncDispose]();
      await handle.close();
      await testDatabase[Symbol.asyncDispose]();
    },
  };
}

/** Sends a request with the path unchanged, without normalizing its encoding. */
async function send(port: number, method: string, path: string, secret: string): Promise<TestAnswer> {
  const headers = { authorization: `Bearer ${secret}` };
  const request = httpRequest({ host: '127.0.0.1', port, method, path, headers, agent: false });
  request.end();
  const [response] = (await once(request, 'response')) as [IncomingMessage]; // Node.js documents these arguments
  const text = await readText(response);
  const type = response.headers['content-type'];
  return {
    status: response.statusCode ?? 0,
    type,
    text,
    json: type?.includes('json') && !type.includes('ndjson') && text !== '' ? JSON.parse(text) : undefined,
  };
}

async function insertAttributes(database: Database, attributes: TestAttribute[], clientId: string): Promise<void> {
  const rows = attributes.map((attribute, index) => ({
    k: attribute.parent === undefined ? attribute.id : `${attribute.parent}\u001f${attribute.id}`,
    p: attribute.parent,
    i: attribute.id,
    n: attribute.name ?? attribute.id,
    s: attribute.storageName ?? attribute.name ?? attribute.id,
    t: attribute.composite ? 'composite' : 'string',
    m: attribute.multi ?? attribute.composite ?? false,
    d: attribute.sequence,
    o: index,
  }));
  await sql`
    insert into attribute (client_id, attribute_key, parent_key, id, name, storage_name, type_id, multi_value, display_sequence, position)
    select ${clientId}, s.k, s.p, s.i, s.n, s.s, s.t, s.m, s.d, s.o
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as s (k text, p text, i text, n text, s text, t text, m boolean, d integer, o integer)`.execute(
    database,
  );
}

async function insertProducts(database: Database, products: TestProduct[], clientId: string): Promise<void> {
  await sql`
    insert into product (client_id, product_id, name, family, category, primary_asset, "values", packaging, created_at, updated_at, created_by)
    select
      ${clientId}, s.id, s.name, s.family, s.category, s."primaryAsset", coalesce(s."values", '{}'), s.packaging,
      coalesce(s."createdAt", now()), coalesce(s."updatedAt", s."createdAt", now()), coalesce(s."createdBy", 'system:test')
    from jsonb_to_recordset(${JSON.stringify(products)}::jsonb) as s (
      id text, name text, family text, category text, "primaryAsset" text, "values" jsonb, packaging jsonb,
      "createdAt" timestamptz, "updatedAt" timestamptz, "createdBy" text
    )`.execute(database);
}

/** Builds a query string with percent-encoded values. */
export function query(parameters: Record<string, string | string[]>): string {
  const pairs = Object.entries(parameters).flatMap(([name, value]) =>
    [value].flat().map((one) => `${name}=${encodeURIComponent(one)}`),
  );
  return `?${pairs.join('&')}`;
}
export const idPath = (productId: string) => `/${encodeURIComponent(productId).replaceAll('.', '%2E')}`;
