import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { pino } from 'pino';
import { authorize, createKey } from '../../src/access/index.ts';
import { createStream, eventRoutes, type NewEvent } from '../../src/events/index.ts';
import {
  type Clock,
  createHttpApp,
  createMetrics,
  createRunningAnswers,
  type Database,
  openDatabase,
  systemClock,
  adapterIdOf,
  transaction,
  clientIdOf,
  channelIdOf,
} from '../../src/platform/index.ts';
import { createTestDatabase } from '../test-database.ts';
import { createTestSessions } from '../test-sessions.ts';
import { appendEvents } from './append-events.ts';

export interface TestEvent {
  eventId: string;
  created: string;
  clientId: string;
  channelId: string;
  eventType: string;
  acknowledged: boolean;
  data: { submissionId?: string; n?: number };
}

export interface TestAnswer {
  status: number;
  headers: IncomingMessage['headers'];
  /** The body parsed as JSON, or undefined if it is empty. */
  json: any; // oxlint-disable-line typescript/no-explicit-any -- tests assert every member that they read
}

export interface EventServer extends AsyncDisposable {
  connectionString: string;
  database: Database;
  /** The clock of the service, which is the real time plus an offset that tests change. */
  clock: Clock & { offsetMs: number };
  /** Creates an adapter with its stream and returns the secret of its key. */
  newAdapter(adapterId: string): Promise<string>;
  /** Appends events in a separate transaction, at the time of `clock`. Returns their ids. */
  append(adapterId: string, events: (Partial<NewEvent> & { n?: number })[]): Promise<string[]>;
  call(
    method: string,
    path: string,
    secret: string,
    send?: { body?: string; headers?: Record<string, string> },
  ): Promise<TestAnswer>;
  poll(
    secret: string,
    query?: Record<string, string | number | boolean>,
  ): Promise<{ events: TestEvent[]; hasMore: boolean }>;
}

/** Starts the polling gateway over HTTP on a separate database. */
export async function startEventServer(): Promise<EventServer> {
  const testDatabase = await createTestDatabase();
  const { connectionString } = testDatabase;
  const pool = { connectionString, max: 8, name: 'test', onError: () => undefined };
  const handle = openDatabase(pool);
  const database = handle.kysely;
  const preparedHandle = openDatabase({ ...pool, prepared: true });
  const prepared = preparedHandle.kysely;
  const clock = { ...systemClock, offsetMs: 0, now: () => new Date(Date.now() + clock.offsetMs) };
  const keyDeps = { database, clock: systemClock, adapterExists: async () => true };
  const sessions = createTestSessions(database);
  const app = await createHttpApp({
    log: pino({ level: 'silent' }),
    metrics: createMetrics(),
    rateLimit: 0,
    runningAnswers: createRunningAnswers(),
    routes: eventRoutes({ database, prepared, clock }),
    authorize: (operation, request) =>
      authorize({ ...keyDeps, database: prepared, sessions }, operation, {
        method: request.method,
        headers: request.headers,
        address: request.ip,
        query: request.query as Record<string, unknown>, // the framework's parser returns only objects
      }),
    findJsonFault: () => undefined,
    jsonBodyLimit: 1_000_000,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo; // a listening server has a port
  const agent = new Agent({ keepAlive: true });

  const call = createCaller(port, agent);

  return {
    connectionString,
    database,
    clock,
    call,
    newAdapter: async (adapterId) => {
      await transaction(database, (opened) => createStream(opened, adapterIdOf(adapterId)));
      return (
        await createKey(keyDeps, database, { kind: 'adapter', name: adapterId, adapterId: adapterIdOf(adapterId) })
      ).secret;
    },
    append: (adapterId, events) =>
      transaction(database, (transaction) =>
        appendEvents(
          transaction,
          adapterIdOf(adapterId),
          events.map(({ n, ...event }) => ({
            clientId: clientIdOf('acme'),
            channelId: channelIdOf('shop'),
            eventType: 'SUBMIT_EVENT',
            data: { submissionId: randomUUID(), ...(n === undefined ? {} : { n }) },
            ...event,
          })),
          clock.now(),
        ),
      ),
    poll: async (secret, query = {}) => {
      const text = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
      const answer = await call('GET', `/external/events?${text.join('&')}`, secret);
      if (answer.status !== 200) throw new Error(`poll answered ${answer.status}: ${JSON.stringify(answer.json)}`);
      return answer.json as { events: TestEvent[]; hasMore: boolean }; // the contract declares this type
    },
    [Symbol.asyncDispose]: async () => {
      agent.destroy();
      await app.close();
      await Promise.all([handle.close(), preparedHandle.close()]);
      await testDatabase[Symbol.asyncDispose]();
    },
  };
}

function createCaller(port: number, agent: Agent): EventServer['call'] {
  return async (method, path, secret, send = {}) => {
    const headers = { authorization: `Bearer ${secret}`, ...send.headers };
    const request = httpRequest({ host: '127.0.0.1', port, method, path, headers, agent });
    request.end(send.body);
    const [response] = (await once(request, 'response')) as [IncomingMessage]; // Node.js documents these arguments
    const text = await readText(response);
    return {
      status: response.statusCode ?? 0,
      headers: response.headers,
      json: text === '' ? undefined : JSON.parse(text),
    };
  };
}

export const idsOf = (page: { events: readonly { eventId: string }[] }) => page.events.map((event) => event.eventId);
