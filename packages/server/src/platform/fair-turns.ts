import { problem } from '@pimento/contract/problem';
import { PimentoError } from './errors.ts';
import { type ClientTasks, chooseNext, type PoolSize } from './fair-turn-rules.ts';

/** The right to run one task. Disposing of it lets the next task start. */
export type Turn = Disposable;

export interface FairTurns {
  /**
   * Waits until a task of this client may run.
   * @param signal ends the wait with its reason
   * @throws PimentoError too-many-requests if too many tasks of the client wait, or if the wait is too long
   */
  enter(client: string, signal?: AbortSignal): Promise<Turn>;
  /** Number of running tasks of a client. */
  running(client: string): number;
}

export interface WaitLimits {
  /** Max number of waiting tasks of one client; further tasks are rejected. */
  waiting: number;
  /** Max time of a wait in milliseconds; undefined for no limit. */
  ms?: number;
  /** Creates the error for a task that is rejected. */
  refusal?: () => PimentoError;
}

interface Client extends ClientTasks {
  queue: (() => void)[];
}

const refuseWaiting = () =>
  new PimentoError(problem('too-many-requests', { kind: 'waiting' }), {}, { 'retry-after': '1' });

/** The running and waiting tasks of all clients. */
interface Queues {
  find(name: string): Client | undefined;
  /** Adds a task; `start` is called when the task may run. @returns a function that removes the task if it is still waiting */
  join(name: string, start: (client: Client) => void): () => void;
  /** Ends a running task. */
  end(client: Client): void;
}

function createQueues(size: PoolSize): Queues {
  const clients = new Map<string, Client>();
  let starts = 0;

  function clientOf(name: string): Client {
    const known = clients.get(name);
    if (known) return known;
    const made: Client = { client: name, running: 0, waiting: 0, lastStart: 0, queue: [] };
    clients.set(name, made);
    return made;
  }

  function settle(client: Client): void {
    client.waiting = client.queue.length;
    if (client.running === 0 && client.waiting === 0) clients.delete(client.client);
  }

  function startNext(): void {
    for (;;) {
      const next = chooseNext(size, clients.values());
      const client = next === undefined ? undefined : clients.get(next);
      const start = client?.queue.shift();
      if (!client || !start) return;
      client.running += 1;
      client.lastStart = ++starts;
      settle(client);
      start();
    }
  }

  return {
    find: (name) => clients.get(name),
    join(name, start) {
      const client = clientOf(name);
      const entry = () => {
        start(client);
      };
      client.queue.push(entry);
      client.waiting = client.queue.length;
      startNext();
      return () => {
        const at = client.queue.indexOf(entry);
        if (at < 0) return;
        client.queue.splice(at, 1);
        settle(client);
      };
    },
    end(client) {
      client.running -= 1;
      startNext();
      settle(client);
    },
  };
}

/**
 * Creates a pool that clients share. Clients take turns to start their tasks, and no client can run more than `size.alone` of them at once.
 */
export function createFairTurns(size: PoolSize, limits: WaitLimits): FairTurns {
  const queues = createQueues(size);
  const refuse = limits.refusal ?? refuseWaiting;

  function turnOf(client: Client): Turn {
    let isOver = false;
    return {
      [Symbol.dispose]() {
        if (isOver) return;
        isOver = true;
        queues.end(client);
      },
    };
  }

  return {
    running: (name) => queues.find(name)?.running ?? 0,
    async enter(name, signal) {
      signal?.throwIfAborted();
      if ((queues.find(name)?.waiting ?? 0) >= limits.waiting) throw refuse();
      const { promise, resolve, reject } = Promise.withResolvers<Client>();
      const leave = queues.join(name, resolve);
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
