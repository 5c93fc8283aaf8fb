import pg from 'pg';
import type { PostgresPool, PostgresPoolClient } from 'kysely';

/** If a statement takes this long, the database is probed. */
const slowMs = 1_500;
/**
 * If the database does not respond to a probe for this long, it is treated as unresponsive. Possible causes: a hung disk, a halted process
 * or a network that drops packets.
 */
const silentMs = 2_500;
const tickMs = 250;
/** After any response, the database is not probed again for this long. */
const trustMs = 1_000;

/** `isDatabaseUnavailable` recognizes this error by its message. */
const silent = () => new Error('Connection terminated: the database has stopped answering');

/**
 * Watches the statements and callers that wait for the database. Statements have no timeout, because some are legitimately slow. A
 * statement is given up only if the database does not even respond to `select 1`.
 */
export interface DatabasePulse extends Disposable {
  /** True from the time when the database was found unresponsive until it responds again. */
  readonly isSilent: boolean;
  /**
   * Registers a waiting statement or caller.
   * @param give called once if the database is unresponsive
   * @returns a function that ends the registration; `answered` means that the database has responded
   */
  watch(give: () => void): (outcome: 'answered' | 'unknown') => void;
}

/** Probes whether the database responds. */
export interface DatabaseQuestion extends Disposable {
  /** Resolves to true if the database responded in time, otherwise to false. */
  ask(): Promise<boolean>;
}

export function createDatabasePulse(question: DatabaseQuestion): DatabasePulse {
  // in the order in which the waits started
  const waiting = new Map<symbol, { since: number; give: () => void }>();
  let isSilent = false;
  let isAsking = false;
  let trustedUntil = 0;
  /** Number of responses to statements; each shows that the database is responsive. */
  let answers = 0;

  async function tick(): Promise<void> {
    const [oldest] = waiting.values();
    const isSlow = oldest !== undefined && performance.now() - oldest.since > slowMs;
    if (isAsking || performance.now() < trustedUntil || (!isSilent && !isSlow)) return;
    isAsking = true;
    const before = answers;
    const isAlive = (await question.ask()) || answers > before;
    isAsking = false;
    isSilent = !isAlive;
    if (isAlive) {
      trustedUntil = performance.now() + trustMs;
      return;
    }
    const given = [...waiting.values()];
    waiting.clear();
    for (const { give } of given) give();
  }

  const timer = setInterval(() => void tick(), tickMs);
  timer.unref();
  return {
    get isSilent() {
      return isSilent;
    },
    watch(give) {
      const key = Symbol('waiting');
      waiting.set(key, { since: performance.now(), give });
      return (outcome) => {
        waiting.delete(key);
        if (outcome === 'answered') answers += 1;
      };
    },
    [Symbol.dispose]() {
      clearInterval(timer);
      question[Symbol.dispose]();
    },
  };
}

/**
 * Probes the database over a separate connection. The connection is opened immediately and kept open, because opening a connection takes
 * seconds on a busy machine. No new probe is sent while one is pending. Any response counts, even an error.
 */
export function askOverConnection(connectionString: string): DatabaseQuestion {
  let connection: Promise<pg.Client> | undefined;
  let question: Promise<boolean> | undefined;
  let isDisposed = false;

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString, application_name: 'pimento pulse', keepAlive: true });
    client.on('error', drop);
    client.on('end', drop);
    await client.connect();
    (client as pg.Client & { unref(): void }).unref(); // the types do not declare this method
    if (isDisposed) await client.end();
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
  async function answer(): Promise<boolean> {
    try {
      await (await (connection ??= connect())).query('select 1');
    } catch {
      drop();
    }
    question = undefined;
    return true;
  }
  connection = connect();
  connection.catch(drop);
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
      isDisposed = true;
      drop();
    },
  };
}

/**
 * Waits for `work`. Rejects if the database is found unresponsive first.
 * @param kind a completed `statement` shows that the database is responsive. A `connection` does not show this, because it may come from
 * the pool
 */
async function whileAlive<T>(
  pulse: DatabasePulse,
  kind: 'statement' | 'connection',
  work: Promise<T>,
  onSilent: () => void,
): Promise<T> {
  const { promise: given, reject } = Promise.withResolvers<never>();
  const end = pulse.watch(() => {
    reject(silent());
    onSilent();
  });
  try {
    const answer = await Promise.race([work, given]);
    end(kind === 'statement' ? 'answered' : 'unknown');
    return answer;
  } catch (error) {
    end('unknown');
    throw error;
  }
}

/**
 * Wraps a pool so that statements and waits for a connection fail as unavailable (503) within 4.5 s if the database is unresponsive, and
 * immediately while it is known to be unresponsive. The connection of a failed statement is closed, so that the database rolls back the
 * transaction once it responds again.
 */
export function guardPool(pool: PostgresPool, pulse: DatabasePulse): PostgresPool {
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      if (pulse.isSilent) throw silent();
      const connecting = pool.connect();
      const client = await whileAlive(pulse, 'connection', connecting, () => {
        connecting.then(
          (late) => {
            late.release(true);
          },
          () => undefined,
        );
      });
      let isReleased = false;
      const release = (destroy?: boolean) => {
        if (isReleased) return;
        isReleased = true;
        client.release(destroy);
      };
      const query = (text: string, values: readonly unknown[]) =>
        whileAlive(pulse, 'statement', client.query(text, values), () => {
          release(true);
        });
      return {
        query: query as unknown as PostgresPoolClient['query'], // the type also has overloads for cursors, which no caller uses
        release,
      };
    },
  };
}
