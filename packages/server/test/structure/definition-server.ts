import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { pino } from 'pino';
import { createClientRow, createKey } from '../../src/access/index.ts';
import { createService } from '../../src/compose.ts';
import { createSecretBox, type Database, systemClock, clientIdOf } from '../../src/platform/index.ts';
import { createTestDatabase } from '../test-database.ts';

export interface Answer {
  status: number;
  headers: Headers;
  body: any; // oxlint-disable-line typescript/no-explicit-any -- tests assert every member that they read
}

/** HTTP requests with a key of one client. */
export interface Caller {
  actor: string;
  send(method: string, path: string, body?: unknown): Promise<Answer>;
  put(definitions: unknown): Promise<Answer>;
  /** Gets a definition by its id or `Parent/Child` path, unencoded. Without an argument, gets the list. */
  get(address?: string): Promise<Answer>;
  delete(address: string): Promise<Answer>;
  import(products: unknown[], query?: string): Promise<Answer>;
}

export interface DefinitionServer extends AsyncDisposable {
  database: Database;
  client(clientId: string): Promise<Caller>;
}

const attributes = '/api/datastandards/v1/datastandards/attributes';

/** Starts the complete service on a separate database. */
export async function startDefinitionServer(): Promise<DefinitionServer> {
  const testDatabase = await createTestDatabase();
  const service = await createService({
    connectionString: testDatabase.connectionString,
    databasePool: 12,
    alone: true,
    importThreads: 1,
    importLimits: { bodyBytes: 1e9, productBytes: 4e6, atomicProducts: 50_000 },
    jsonBodyLimit: 32 * 1024 ** 2,
    rateLimit: 0,
    snapshotDays: 0,
    spoolFolder: tmpdir(),
    secretBox: createSecretBox(randomBytes(32)),
    assets: {
      address: pathToFileURL(join(tmpdir(), 'pimento-test-assets')).href,
      maxBytes: 2 ** 29,
      graceMs: 86_400_000,
      concurrency: 8,
      perHost: 8,
      allowed: [],
    },
    log: pino({ level: 'silent' }),
  });
  await service.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = service.app.server.address() as AddressInfo; // a listening server has a port
  return {
    database: service.database,
    async client(clientId) {
      await createClientRow(service.database, { clientId: clientIdOf(clientId), name: clientId });
      const keyDeps = { database: service.database, clock: systemClock, adapterExists: async () => false };
      const key = await createKey(keyDeps, service.database, {
        kind: 'client',
        name: clientId,
        clientId: clientIdOf(clientId),
      });
      return callerOf(`http://127.0.0.1:${port}`, key);
    },
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      await testDatabase[Symbol.asyncDispose]();
    },
  };
}

function callerOf(base: string, key: { keyId: string; secret: string }): Caller {
  const send: Caller['send'] = async (method, path, body) => {
    const response = await fetch(base + path, {
      method,
      headers: {
        authorization: `Bearer ${key.secret}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
  };
  return {
    actor: `key:${key.keyId}`,
    send,
    put: (definitions) => send('PUT', attributes, definitions),
    get: (address) => send('GET', address === undefined ? attributes : `${attributes}/${encodeURIComponent(address)}`),
    delete: (address) => send('DELETE', `${attributes}/${encodeURIComponent(address)}`),
    import: (products, query = '') => send('POST', `/api/import/v1/feeds/master${query}`, { products }),
  };
}

export interface StoredProduct {
  values: Record<string, unknown>;
  fingerprint: string | null;
  revision: number;
}

export async function getProduct(database: Database, clientId: string, productId: string): Promise<StoredProduct> {
  const { rows } = await sql<StoredProduct>`
    select product."values", product.fingerprint, product.revision
    from product
    where product.client_id = ${clientId} and product.product_id = ${productId}`.execute(database);
  const [row] = rows;
  if (row === undefined) throw new Error(`there is no product ${productId}`);
  return row;
}

export async function listHistory(database: Database, clientId: string, productId: string): Promise<unknown[]> {
  const { rows } = await sql`
    select product_history.kind, product_history.actor, product_history.job_id as "jobId", product_history.changes
    from product_history
    where product_history.client_id = ${clientId} and product_history.product_id = ${productId}
    order by product_history.history_id`.execute(database);
  return rows;
}

export async function getJudgedVersion(database: Database, clientId: string): Promise<number> {
  const { rows } = await sql<{ judgedVersion: number }>`
    select structure_state.judged_version as "judgedVersion"
    from structure_state
    where structure_state.client_id = ${clientId}`.execute(database);
  return rows[0]?.judgedVersion ?? 0;
}
