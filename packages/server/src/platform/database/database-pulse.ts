import pg from 'pg';
import type { PostgresPool, PostgresPoolClient } from 'kysely';

/** A statement that takes this long makes the pulse ask the database for a sign of life. */
const slowMs = 1_500;
/** A database that gives none for this long has stopped: a hung disk, a halted process, a network that drops packets. */
const silentMs = 2_000;
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
  /** Registers something that waits. @param give called once if the database is silent @returns ends the registration */
  watch(give: () => void): () => void;
}

/** @param ask resolves with whether the database answered in time */
export function createDatabasePulse(ask: () => Promise<boolean>): DatabasePulse {
  // in the order of their start
  const waiting = new Map<symbol, { since: number; give: () => void }>();
  let isSilent = false;
  let isAsking = false;
  let trustedUntil = 0;

  async function tick(): Promise<void> {
    const [oldest] = waiting.values();
    const isSlow = oldest !== undefined && performance.now() - oldest.since > slowMs;
    if (isAsking || performance.now() < trustedUntil || (!isSilent && !isSlow)) return;
    isAsking = true;
    const answered = await ask();
    isAsking = false;
    isSilent = !answered;
    if (answered) {
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
      return () => void waiting.delete(key);
    },
    [Symbol.dispose]: () => {
      clearInterval(timer);
    },
  };
}

/** Asks a database on a connection of its own. Any answer is a sign of life, also a refusal. */
export async function answersInTime(connectionString: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: silentMs,
    application_name: 'pimento pulse',
  });
  client.on('error', () => undefined);
  const { promise: silence, resolve } = Promise.withResolvers<boolean>();
  // one more turn of the loop, so that an answer that arrived while this thread was busy is seen first
  const timer = setTimeout(() => setTimeout(resolve, tickMs, false), silentMs - tickMs);
  const answer = (async () => {
    try {
      await client.connect();
      await client.query('select 1');
      return true;
    } catch (error) {
      return !(error instanceof Error && /timeout/.test(error.message));
    }
  })();
  try {
    return await Promise.race([answer, silence]);
  } finally {
    clearTimeout(timer);
    void client.end().catch(() => undefined);
  }
}

/** Rejects when the database is found silent before `work` is done. */
async function whileAlive<T>(pulse: DatabasePulse, work: Promise<T>, onSilent: () => void): Promise<T> {
  const { promise: given, reject } = Promise.withResolvers<never>();
  const end = pulse.watch(() => {
    reject(silent());
    onSilent();
  });
  try {
    return await Promise.race([work, given]);
  } finally {
    end();
  }
}

/**
 * Wraps a pool so that statements and waits for a connection fail as unavailable (503) within 4 s when the database is silent, and at once
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
      const client = await whileAlive(pulse, connecting, () => {
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
        whileAlive(pulse, client.query(text, values), () => {
          release(true);
        });
      return {
        query: query as unknown as PostgresPoolClient['query'], // also accepts cursors, which are not used here
        release,
      };
    },
  };
}
