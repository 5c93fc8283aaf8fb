import pg from 'pg';
import type { PostgresPool, PostgresPoolClient } from 'kysely';

/** A statement that takes this long makes the pulse ask the database for a sign of life. */
const slowMs = 1_500;
/** A database that gives none for this long has stopped: a hung disk, a halted process, a network that drops packets. */
const silentMs = 2_500;
const tickMs = 250;
/** After a sign of life it is not asked again for this long. */
const trustMs = 1_000;

/** `isDatabaseUnavailable` recognizes the message. */
const silent = () => new Error('Connection terminated: the database has stopped answering');

/**
 * Watches what waits for the database. Statements have no limit of time, because some take long with good reason; a database that does not
 * even answer `select 1` does not excuse them.
 */
export interface DatabasePulse extends Disposable {
  /** True from the moment the database was found silent until it answers again. */
  readonly isSilent: boolean;
  /**
   * Registers something that waits.
   * @param give called once if the database is silent
   * @returns ends the registration; `answered` is a sign of life
   */
  watch(give: () => void): (outcome: 'answered' | 'unknown') => void;
}

/** Asks the database for a sign of life. */
export interface DatabaseQuestion extends Disposable {
  /** Resolves with whether the database answered in time. */
  ask(): Promise<boolean>;
}

export function createDatabasePulse(question: DatabaseQuestion): DatabasePulse {
  // in the order of their start
  const waiting = new Map<symbol, { since: number; give: () => void }>();
  let isSilent = false;
  let isAsking = false;
  let trustedUntil = 0;
  /** Statements that were answered; each is a sign of life. */
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
 * Asks on a connection of its own, which is opened at once and kept: on a busy machine opening one takes seconds. A question that is still
 * open is not asked again. Any answer is a sign of life, also a refusal.
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
    (client as pg.Client & { unref(): void }).unref(); // its types lack this method
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
      // one more turn of the loop, so that an answer that arrived while this thread was busy is seen first
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
 * Rejects when the database is found silent before `work` is done.
 * @param kind an answered `statement` is a sign of life; a `connection` is none, because the pool keeps some open
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
 * Wraps a pool so that statements and waits for a connection fail as unavailable (503) within 4.5 s when the database is silent, and at once
 * while it is known to be. A connection with such a statement is closed: if the database goes on later, it finds the connection gone and
 * rolls the transaction back.
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
        query: query as unknown as PostgresPoolClient['query'], // also accepts cursors, which are not used here
        release,
      };
    },
  };
}
