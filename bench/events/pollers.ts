import { once } from 'node:events';
import { Agent, type IncomingMessage, request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { preparedPlans } from '../../packages/server/src/platform/database/planner-settings.ts';
import { applySettings } from '../../packages/server/src/platform/database/session-settings.ts';
import type { Connection } from '../../packages/server/src/platform/index.ts';

/** Polls once and returns the number of events. */
export type Poll = () => Promise<number>;
/** One poll function for each concurrent poller. Each poller has its own connection. */
export type Pollers = AsyncDisposable & { polls: Poll[] };

/** Creates pollers that poll over HTTP as adapters do, with keep-alive connections. */
export function httpPollers(count: number, baseUrl: string, secret: string, query: string): Pollers {
  const agents = Array.from({ length: count }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  const polls = agents.map((agent) => async () => {
    const request = httpRequest(`${baseUrl}/external/events?${query}`, {
      agent,
      headers: { authorization: `Bearer ${secret}` },
    });
    request.end();
    const [answer] = (await once(request, 'response')) as [IncomingMessage]; // Node.js documents this type
    const body = await text(answer);
    if (answer.statusCode !== 200) throw new Error(`poll: ${answer.statusCode} ${body.slice(0, 500)}`);
    return (JSON.parse(body) as { events: unknown[] }).events.length; // the contract declares this type
  });
  const dispose = async () => {
    for (const agent of agents) agent.destroy();
  };
  return { polls, [Symbol.asyncDispose]: dispose };
}

/**
 * Returns the only statement that `ask` sends to the driver.
 * @throws if `ask` sends no statement or several
 */
async function statementOf(
  connectionString: string,
  ask: (connection: Connection) => Promise<unknown>,
): Promise<{ text: string; values: unknown[] }> {
  const statements: { text: string; values: unknown[] }[] = [];
  const database = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString, max: 1 }) }),
    log({ query }) {
      statements.push({ text: query.sql, values: [...query.parameters] });
    },
  });
  await ask(database);
  await database.destroy();
  const [statement, ...others] = statements;
  if (!statement || others.length > 0) throw new Error(`a poll is one statement, not ${statements.length}`);
  return statement;
}

/**
 * Creates the pollers of the floor. A bare driver sends the statement of a poll, with one connection per poller. If `planned`, the driver
 * caches its plan, as the server does.
 */
export async function driverPollers(
  count: number,
  connectionString: string,
  ask: (connection: Connection) => Promise<unknown>,
  planned = false,
): Promise<Pollers> {
  const statement = { ...(await statementOf(connectionString, ask)), ...(planned ? { name: 'poll' } : {}) };
  const clients = Array.from({ length: count }, () => new pg.Client({ connectionString }));
  await Promise.all(
    clients.map(async (client) => {
      await client.connect();
      if (planned) await applySettings(client, preparedPlans);
    }),
  );
  const polls = clients.map((client) => async () => (await client.query(statement)).rows.length);
  const dispose = async () => void (await Promise.all(clients.map((client) => client.end())));
  return { polls, [Symbol.asyncDispose]: dispose };
}

/**
 * Runs all pollers without a pause until `isOver` returns true for the number of polls so far.
 * @returns the duration of each poll in milliseconds
 * @throws if a poll does not return `expected` events or rows
 */
export async function measureLatencies(
  { polls }: Pollers,
  isOver: (done: number) => boolean,
  expected: number,
): Promise<number[]> {
  const latencies: number[] = [];
  await Promise.all(
    polls.map(async (poll) => {
      while (!isOver(latencies.length)) {
        const started = performance.now();
        const events = await poll();
        latencies.push(performance.now() - started);
        if (events !== expected) throw new Error(`a poll gave ${events} events instead of ${expected}`);
      }
    }),
  );
  return latencies;
}

/**
 * Polls until there are no more events.
 * @returns events per second
 * @throws if the polls did not return `expected` events in total
 */
export async function measureDrain({ polls }: Pollers, expected: number): Promise<number> {
  const started = performance.now();
  let events = 0;
  await Promise.all(
    polls.map(async (poll) => {
      for (let got = await poll(); got > 0; got = await poll()) events += got;
    }),
  );
  if (events !== expected) throw new Error(`${events} events were drained instead of ${expected}`);
  return events / ((performance.now() - started) / 1000);
}
