import pg from 'pg';
import { type DatabaseQuestion, type PulseTimes, tickMs, usualPulse } from './database-pulse.ts';

/** Returns true if a probe failed because nothing arrived in time. Any other error counts as a response. */
const isTimeout = (error: unknown) =>
  error instanceof Error && /^(timeout expired|Query read timeout)$/.test(error.message);

/** A connection that is opened again after it has ended. */
interface ProbeConnection {
  /** Sends a statement. @throws errors of the database and the network; Error if nothing arrives in time */
  probe(): Promise<unknown>;
  /** Closes the connection. The next probe opens another one. */
  drop(): void;
  close(): void;
}

function createProbeConnection(connectionString: string, timeoutMs: number): ProbeConnection {
  let connection: Promise<pg.Client> | undefined;
  /** The client of `connection`. Events of earlier clients are ignored. */
  let current: pg.Client | undefined;
  let isClosed = false;

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString,
      application_name: 'pimento pulse',
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
    });
    const dropOwn = () => {
      if (current === client) drop();
    };
    current = client;
    client.on('error', dropOwn);
    client.on('end', dropOwn);
    await client.connect();
    (client as pg.Client & { unref(): void }).unref(); // the types of the library lack this method
    if (isClosed) await client.end();
    return client;
  }
  function drop(): void {
    const dropped = connection;
    connection = undefined;
    dropped?.then(
      (client) => client.end().catch(() => undefined),
      () => undefined,
    );
  }
  connection = connect();
  connection.catch(drop);
  return {
    probe: async () => (await (connection ??= connect())).query('select 1'),
    drop,
    close() {
      isClosed = true;
      drop();
    },
  };
}

/**
 * Probes the database over a separate connection. The connection is opened immediately and kept open, because opening a connection takes
 * seconds on a busy machine. No new probe is sent while one is pending. Any response counts, even an error.
 */
export function askOverConnection(
  connectionString: string,
  { silentMs, renewMs }: PulseTimes = usualPulse,
): DatabaseQuestion {
  const connection = createProbeConnection(connectionString, renewMs);
  let question: Promise<boolean> | undefined;

  async function answer(): Promise<boolean> {
    let hasAnswered = true;
    try {
      await connection.probe();
    } catch (error) {
      hasAnswered = !isTimeout(error);
      connection.drop();
    }
    question = undefined;
    return hasAnswered;
  }
  return {
    async ask() {
      const { promise: silence, resolve } = Promise.withResolvers<boolean>();
      // The timer waits for one more turn of the event loop, so a response that arrived while this thread was busy is processed first.
      const timer = setTimeout(() => setTimeout(resolve, tickMs, false), silentMs - tickMs);
      const answered = await Promise.race([(question ??= answer()), silence]);
      clearTimeout(timer);
      return answered;
    },
    [Symbol.dispose]() {
      connection.close();
    },
  };
}
