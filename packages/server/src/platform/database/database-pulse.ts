import type { PostgresPool, PostgresPoolClient } from 'kysely';

/** Time limits in milliseconds. */
export interface PulseTimes {
  /** If a statement or a wait for a connection takes this long, the database is probed. */
  slowMs: number;
  /**
   * If the database does not respond to a probe within this time, it is treated as unresponsive. Possible causes are a hung disk, a halted
   * process, or a network that drops packets.
   */
  silentMs: number;
  /**
   * If a probe gets no response within this time, the next probe uses a new connection, because the network may have lost the old one. The
   * time is long, because opening a connection takes seconds on a busy machine.
   */
  renewMs: number;
}
export const usualPulse: PulseTimes = { slowMs: 1_500, silentMs: 2_500, renewMs: 8_000 };
export const tickMs = 250;
/** After a successful probe, the database is not probed again for this long. */
const trustMs = 1_000;

/** `isDatabaseUnavailable` recognizes this error by its message. */
const silent = () => new Error('Connection terminated: the database has stopped answering');

/**
 * Watches statements, and requests for a connection, while they wait for the database. Statements have no timeout, because some of them
 * legitimately take long. A statement is abandoned only if the database does not even respond to `select 1`.
 */
export interface DatabasePulse extends Disposable {
  /** True from the time when the database was found unresponsive until it responds again. */
  readonly isSilent: boolean;
  /**
   * Registers a waiting statement, or a waiting request for a connection.
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

/** @param onSilent called each time the database becomes unresponsive, but not again while it stays unresponsive */
export function createDatabasePulse(
  question: DatabaseQuestion,
  { slowMs }: PulseTimes = usualPulse,
  onSilent: () => void = () => undefined,
): DatabasePulse {
  // in the order in which the waits started
  const waiting = new Map<symbol, { since: number; give: () => void }>();
  let isSilent = false;
  let isAsking = false;
  let trustedUntil = 0;
  /** Number of responses to statements. Each response shows that the database is responsive. */
  let answers = 0;

  async function tick(): Promise<void> {
    const [oldest] = waiting.values();
    const isSlow = oldest !== undefined && performance.now() - oldest.since > slowMs;
    if (isAsking || performance.now() < trustedUntil || (!isSilent && !isSlow)) return;
    isAsking = true;
    const before = answers;
    const isAlive = (await question.ask()) || answers > before;
    isAsking = false;
    const wasSilent = isSilent;
    isSilent = !isAlive;
    if (isAlive) {
      trustedUntil = performance.now() + trustMs;
      return;
    }
    if (!wasSilent) onSilent();
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
 * Wraps a pool so that statements and waits for a connection fail as unavailable (503) if the database is unresponsive. With `usualPulse`,
 * they fail within 4.5 s. Waits for a connection fail immediately while the database is known to be unresponsive. The connection of a
 * failed statement is closed, so that the database rolls back the transaction once it responds again.
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
        query: query as unknown as PostgresPoolClient['query'], // the type also has overloads for cursors, which no code uses
        release,
      };
    },
  };
}
