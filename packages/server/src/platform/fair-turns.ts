import { availableParallelism } from 'node:os';
import { problem } from '@pimento/contract/problem';
import { PimentoError } from './errors.ts';
import { type ClientTasks, chooseNext, nextMean, type PoolSize } from './fair-turn-rules.ts';

/** The right to run one task. Disposing of it lets the next task start. */
export type Turn = Disposable;

export interface FairTurns {
  /**
   * Waits until a task of this client may run.
   * @param signal ends the wait with its reason
   * @throws the error of `WaitLimits.refusal` if too many tasks of the client are waiting or the wait is too long; the reason of `signal`
   */
  enter(client: string, signal?: AbortSignal): Promise<Turn>;
  /** Number of running tasks of a client. */
  running(client: string): number;
}

export interface WaitLimits {
  /** Maximum number of waiting tasks of one client. Further tasks are rejected. */
  waiting: number;
  /** Maximum time of a wait in milliseconds. Undefined for no limit. */
  ms?: number;
  /** Creates the error for a task that is rejected, too-many-requests by default. */
  refusal?: () => PimentoError;
  /**
   * A client is slow if its tasks take longer than this on average, or if one of its running tasks has already taken longer.
   * `PoolSize.slow` then limits the client.
   */
  slowMs?: number;
}

interface Client extends Omit<ClientTasks, 'isSlow'> {
  queue: ((startedAt: number) => void)[];
  /** Mean duration of the last tasks. */
  meanMs: number;
  /** The times at which the running tasks started, in order. */
  startedAt: number[];
  /** The time at which the client ran out of tasks. Undefined while it has any. */
  idleSince: number | undefined;
}

/**
 * A client without tasks is remembered for this time, so that it stays slow. A client whose tasks were quick (a mean of at most `slowMs` /
 * 8) is removed immediately.
 */
const rememberMs = 10_000;

const refuseWaiting = () =>
  new PimentoError(problem('too-many-requests', { kind: 'waiting' }), {}, { 'retry-after': '1' });

/** The running and waiting tasks of all clients. */
interface Queues {
  find(name: string): Client | undefined;
  /** Adds a task. `start` is called when the task may run. @returns a function that removes the task if it is still waiting */
  join(name: string, start: (client: Client, startedAt: number) => void): () => void;
  /** Ends a task that was started at `startedAt`. */
  end(client: Client, startedAt: number): void;
}

/** Returns the tasks of each client, and removes clients that have been idle for more than `rememberMs`. */
function* tasksOf(clients: Map<string, Client>, slowMs: number, now: number): Generator<ClientTasks> {
  for (const client of clients.values()) {
    const { idleSince, meanMs, startedAt } = client;
    const isSlow = meanMs > slowMs || now - (startedAt[0] ?? now) > slowMs;
    if (idleSince !== undefined && now - idleSince > rememberMs) clients.delete(client.client);
    else yield { ...client, isSlow };
  }
}

function newClient(client: string): Client {
  return {
    client,
    running: 0,
    waiting: 0,
    lastStart: 0,
    queue: [],
    meanMs: 0,
    startedAt: [],
    idleSince: undefined,
  };
}

function createQueues(size: PoolSize, slowMs = Infinity): Queues {
  const clients = new Map<string, Client>();
  let starts = 0;

  function clientOf(name: string): Client {
    const known = clients.get(name);
    if (known) return known;
    const made = newClient(name);
    clients.set(name, made);
    return made;
  }

  function settle(client: Client): void {
    client.waiting = client.queue.length;
    const isIdle = client.running === 0 && client.waiting === 0;
    client.idleSince = isIdle ? (client.idleSince ?? performance.now()) : undefined;
    if (isIdle && client.meanMs <= slowMs / 8) clients.delete(client.client);
  }

  function startNext(): void {
    for (;;) {
      const now = performance.now();
      const next = chooseNext(size, tasksOf(clients, slowMs, now));
      const client = next === undefined ? undefined : clients.get(next);
      const start = client?.queue.shift();
      if (!client || !start) return;
      client.running += 1;
      client.startedAt.push(now);
      client.lastStart = ++starts;
      settle(client);
      start(now);
    }
  }

  return {
    find: (name) => clients.get(name),
    join(name, start) {
      const client = clientOf(name);
      const entry = (startedAt: number) => {
        start(client, startedAt);
      };
      client.queue.push(entry);
      settle(client);
      startNext();
      return () => {
        const at = client.queue.indexOf(entry);
        if (at < 0) return;
        client.queue.splice(at, 1);
        settle(client);
        // Without this waiting client, another client's share may be larger.
        startNext();
      };
    },
    end(client, startedAt) {
      client.running -= 1;
      client.startedAt.splice(client.startedAt.indexOf(startedAt), 1);
      client.meanMs = nextMean(client.meanMs, performance.now() - startedAt);
      startNext();
      settle(client);
    },
  };
}

/** Creates a pool that clients share. Clients take turns to start tasks, and each client can run at most `size.alone` tasks in parallel. */
export function createFairTurns(size: PoolSize, limits: WaitLimits): FairTurns {
  const queues = createQueues(size, limits.slowMs);
  const refuse = limits.refusal ?? refuseWaiting;

  function turnOf({ client, startedAt }: { client: Client; startedAt: number }): Turn {
    let isOver = false;
    return {
      [Symbol.dispose]() {
        if (isOver) return;
        isOver = true;
        queues.end(client, startedAt);
      },
    };
  }

  return {
    running: (name) => queues.find(name)?.running ?? 0,
    async enter(name, signal) {
      signal?.throwIfAborted();
      if ((queues.find(name)?.waiting ?? 0) >= limits.waiting) throw refuse();
      const { promise, resolve, reject } = Promise.withResolvers<{ client: Client; startedAt: number }>();
      const leave = queues.join(name, (client, startedAt) => {
        resolve({ client, startedAt });
      });
      const giveUp = (reason: unknown) => {
        leave();
        reject(reason instanceof Error ? reason : new Error(String(reason)));
      };
      const onAbort = () => {
        giveUp(signal?.reason);
      };
      const timer = limits.ms === undefined ? undefined : setTimeout(() => giveUp(refuse()), limits.ms);
      signal?.addEventListener('abort', onAbort, { once: true });
      try {
        return turnOf(await promise);
      } finally {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
      }
    },
  };
}

/**
 * Creates a pool for tasks that keep a core busy. It has a turn for each core, but at least two. One client gets at most half of them,
 * rounded down.
 */
export function createHalfTurns(): FairTurns {
  const cores = Math.max(2, availableParallelism());
  return createFairTurns({ max: cores, alone: Math.floor(cores / 2) }, { waiting: 1_000 });
}
