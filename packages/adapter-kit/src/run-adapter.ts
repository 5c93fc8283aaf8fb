import type { Credential } from '@pimento/client';
import type { Adapter } from './adapter.ts';
import { handleEvent, type HandlerDeps } from './event-handler.ts';
import { createGateway, type PolledEvent } from './gateway.ts';
import { type Hooks, type LogFields, type LogLevel, logToStderr } from './hooks.ts';
import { openJournal } from './journal.ts';
import { pause } from './pause.ts';
import { createRedaction, type Redaction } from './redaction.ts';
import { type BackOff, pollWait, type WaitRange } from './wait-rules.ts';
import { createWorkQueue } from './work-queue.ts';

export interface RunOptions {
  /** Where the service is. */
  baseUrl: string;
  /** The adapter's key. */
  credential: Credential;
  /** File that remembers what is done; one running adapter for one file. */
  journalFile: string;
  /** Default: 30 to 60 seconds. */
  poll?: WaitRange;
  /** Of calls to the service. Default: 1 second, doubled up to 5 minutes. */
  backOff?: BackOff;
  /** Of events that failed. Default: 2 seconds, doubled up to 5 minutes. */
  retry?: BackOff;
  /** Clients that are served at once; default 4. */
  concurrency?: number;
  /** Failed tries after which an event is parked; default 8. A target that is out of reach is no failed try. */
  mostTries?: number;
  /** Events that are held in memory; default 10,000. */
  mostQueued?: number;
  /** Default one minute. */
  requestTimeoutMs?: number;
  /** How long handlers may go on after a stop was asked for; default 30 seconds. */
  graceMs?: number;
  /** Ends when nothing is left to do, for a scheduler; gives up on the service after five failures. */
  once?: boolean;
  /** Asks for a graceful stop. */
  signal?: AbortSignal;
  /** Default: log lines to stderr, no metrics. */
  hooks?: Hooks;
}

export interface RunSummary {
  handled: number;
  parked: number;
}

/**
 * Polls and handles events until it is stopped. An event is acknowledged when its handler has succeeded, never before; events of one
 * client are handled in their order, those of several at once.
 * @throws where the journal cannot be written, or, with `once`, where the service cannot be reached
 */
export async function runAdapter(adapter: Adapter, options: RunOptions): Promise<RunSummary> {
  const { graceMs = 30_000, signal: stopping = new AbortController().signal } = options;
  const summary: RunSummary = { handled: 0, parked: 0 };
  const redaction = createRedaction();
  const hooks = cleanHooks(options.hooks ?? { log: logToStderr }, redaction, summary);
  const { credential } = options;
  redaction.hide(typeof credential === 'string' ? credential : credential.secret);
  const ending = new AbortController();
  let grace: NodeJS.Timeout | undefined;
  const beginGrace = () => (grace = setTimeout(() => ending.abort(new Error('the time of grace is over')), graceMs));
  stopping.addEventListener('abort', beginGrace, { once: true });

  const journal = await openJournal(options.journalFile);
  if (journal.unreadable > 0) hooks.log?.('warn', 'lines of the journal cannot be read', { lines: journal.unreadable });
  const gateway = createGateway({
    baseUrl: options.baseUrl,
    credential,
    mostTries: options.once ? 5 : Infinity,
    backOff: options.backOff ?? { firstMs: 1000, longestMs: 300_000 },
    requestTimeoutMs: options.requestTimeoutMs ?? 60_000,
    signal: ending.signal,
    onHold({ failures, waitMs, reason }) {
      hooks.metric?.({ name: 'held', failures, waitMs });
      hooks.log?.('warn', 'the service is left alone for a while', { failures, waitMs: Math.round(waitMs), reason });
    },
  });
  const deps: HandlerDeps = {
    adapter,
    gateway,
    journal,
    hooks,
    redaction,
    metric: (metric) => hooks.metric?.(metric),
    mostTries: options.mostTries ?? 8,
    backOff: options.retry ?? { firstMs: 2000, longestMs: 300_000 },
    stopping,
    signal: ending.signal,
  };
  try {
    await pollAndHandle(deps, options, stopping);
  } finally {
    stopping.removeEventListener('abort', beginGrace);
    clearTimeout(grace);
    ending.abort(new Error('the adapter has ended')); // a poll that is still waiting for its turn would keep the process alive
    await journal.close();
  }
  return summary;
}

interface Waiting {
  event: PolledEvent;
  /** How often in a row the target was away. */
  away: number;
}

/** A run that is not to last does not wait longer than this many tries for a target that is away. */
const mostAwayOnce = 5;

async function pollAndHandle(deps: HandlerDeps, options: RunOptions, stopping: AbortSignal): Promise<void> {
  const { concurrency = 4, mostQueued = 10_000, poll = { leastMs: 30_000, mostMs: 60_000 }, once = false } = options;
  const broken = new AbortController();
  const halt = AbortSignal.any([stopping, broken.signal]);
  const waiting = new Map<string, Waiting>();
  const handle = async (work: Waiting) => {
    const again = await handleEvent(deps, work.event, work.away);
    if (again === undefined) waiting.delete(work.event.eventId);
    work.away = again?.isAway ? work.away + 1 : 0;
    if (once && work.away >= mostAwayOnce)
      throw new Error('The target is out of reach; what is left stays unacknowledged.');
    return again;
  };
  const queue = createWorkQueue<Waiting>(concurrency, handle, () => broken.abort());

  async function readOnce(): Promise<void> {
    let startingAfter: string | undefined;
    do {
      const page = await deps.gateway.poll(startingAfter);
      deps.hooks.metric?.({ name: 'polled', events: page.events.length });
      for (const event of page.events.filter(({ eventId }) => !waiting.has(eventId))) {
        const work = { event, away: 0 };
        waiting.set(event.eventId, work);
        queue.add(event.clientId, work);
      }
      startingAfter = page.hasMore ? page.events.at(-1)?.eventId : undefined;
      await queue.below(mostQueued);
    } while (startingAfter !== undefined && !halt.aborted);
  }

  async function read(): Promise<void> {
    while (!halt.aborted) {
      await readOnce();
      if (once) break;
      await pause(pollWait(poll, Math.random()), halt);
    }
    await queue.below(once ? 1 : Infinity);
  }

  // a stop does not wait for a service that is away: the question that is open then is dropped
  const halted = new Promise<void>((resolve) => {
    if (halt.aborted) resolve();
    halt.addEventListener('abort', () => resolve(), { once: true });
  });
  try {
    await Promise.race([read(), halted]);
  } finally {
    await queue.stop();
  }
}

/** Everything that leaves the kit in words goes through the redaction; a hook that fails does not stop the adapter. */
function cleanHooks(hooks: Hooks, redaction: Redaction, summary: RunSummary): Hooks {
  const guard = (call: () => void) => {
    try {
      call();
    } catch {
      // a log that cannot be written has nowhere to be logged
    }
  };
  return {
    log(level: LogLevel, message: string, fields: LogFields) {
      const cleaned = Object.entries(fields).map(([name, value]) => [
        name,
        typeof value === 'string' ? redaction.clean(value) : value,
      ]);
      guard(() => hooks.log?.(level, message, Object.fromEntries(cleaned) as LogFields)); // the same names and types
    },
    metric(metric) {
      if (metric.name === 'handled') summary.handled += 1;
      if (metric.name === 'parked') summary.parked += 1;
      guard(() => hooks.metric?.(metric));
    },
    parked: (parked) => guard(() => hooks.parked?.(parked)),
  };
}
