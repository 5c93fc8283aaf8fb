import type { Credential } from '@pimento/client';
import type { AnyAdapter } from './adapter.ts';
import { handleEvent, type HandlerDeps } from './event-handler.ts';
import { createGateway, type PolledEvent } from './gateway.ts';
import { type Hooks, type LogFields, type LogLevel, logToStderr } from './hooks.ts';
import { openJournal } from './journal.ts';
import { pause } from './pause.ts';
import { publishStandards } from './standard/standard-publication.ts';
import { createRedaction, type Redaction } from './redaction.ts';
import { type BackOff, pollWait, type WaitRange } from './wait-rules.ts';
import { createWorkQueue } from './work-queue.ts';

export interface RunOptions {
  /** Base URL of the service. */
  baseUrl: string;
  /** Key of the adapter. */
  credential: Credential;
  /** Path of the journal file. Only one running adapter may use it. */
  journalFile: string;
  /** Wait between polls. The default is 30 to 60 seconds. */
  poll?: WaitRange;
  /** Back-off of calls to the service. The default is 1 second, doubled up to 5 minutes. */
  backOff?: BackOff;
  /** Back-off of failed events. The default is 2 seconds, doubled up to 5 minutes. */
  retry?: BackOff;
  /** Maximum number of clients whose events are handled concurrently. The default is 4. */
  concurrency?: number;
  /** Maximum number of failed attempts before an event is parked. The default is 8. Attempts with an unreachable target do not count. */
  maxTries?: number;
  /** Polling pauses while at least this many events are in memory. The default is 10,000. */
  maxQueued?: number;
  /** Timeout of a request. The default is one minute. */
  requestTimeoutMs?: number;
  /** Maximum time that running handlers have to finish after a stop request. The default is 30 seconds. */
  graceMs?: number;
  /** Stops when no work is left. Intended for schedulers. Gives up after five attempts if the service or the target is unreachable. */
  once?: boolean;
  /** Abort this signal to request a graceful stop. */
  signal?: AbortSignal;
  /** Default: writes log lines to stderr and reports no metrics. */
  hooks?: Hooks;
}

export interface RunSummary {
  handled: number;
  parked: number;
}

/**
 * Polls and handles events until the adapter is stopped. Acknowledges an event only after its handler has succeeded or the event was
 * parked. Handles the events of one client in order, and events of different clients concurrently.
 * @throws if the journal cannot be read or written, if the service refuses a poll, or, with `once`, if the service or the target is
 * unreachable
 */
export async function runAdapter(adapter: AnyAdapter, options: RunOptions): Promise<RunSummary> {
  const { graceMs = 30_000, signal: stopping = new AbortController().signal } = options;
  const summary: RunSummary = { handled: 0, parked: 0 };
  const redaction = createRedaction();
  const hooks = cleanHooks(options.hooks ?? { log: logToStderr }, redaction, summary);
  const { credential } = options;
  redaction.hide(typeof credential === 'string' ? credential : credential.secret);
  const ending = new AbortController();
  let grace: NodeJS.Timeout | undefined;
  const beginGrace = () => (grace = setTimeout(() => ending.abort(new Error('the grace period is over')), graceMs));
  stopping.addEventListener('abort', beginGrace, { once: true });

  const journal = await openJournal(options.journalFile);
  if (journal.unreadable > 0) hooks.log?.('warn', 'the journal has unreadable lines', { lines: journal.unreadable });
  const gateway = createGateway({
    baseUrl: options.baseUrl,
    credential,
    maxTries: options.once ? 5 : Infinity,
    backOff: options.backOff ?? { firstMs: 1000, maxMs: 300_000 },
    requestTimeoutMs: options.requestTimeoutMs ?? 60_000,
    signal: ending.signal,
    onHold({ failures, waitMs, reason }) {
      hooks.metric?.({ name: 'held', failures, waitMs });
      hooks.log?.('warn', 'backing off after failed calls', { failures, waitMs: Math.round(waitMs), reason });
    },
  });
  const deps: HandlerDeps = {
    adapter,
    gateway,
    journal,
    hooks,
    redaction,
    metric: (metric) => hooks.metric?.(metric),
    maxTries: options.maxTries ?? 8,
    backOff: options.retry ?? { firstMs: 2000, maxMs: 300_000 },
    stopping,
    signal: ending.signal,
  };
  try {
    await pollAndHandle(deps, options, stopping);
  } finally {
    stopping.removeEventListener('abort', beginGrace);
    clearTimeout(grace);
    ending.abort(new Error('the adapter has ended')); // otherwise a waiting poll would keep the process alive
    await journal.close();
  }
  return summary;
}

interface Waiting {
  event: PolledEvent;
  /** Number of consecutive attempts in which the target was unreachable. */
  away: number;
}

/** With `once`, the adapter gives up on an unreachable target after this many attempts. */
const maxUnreachableTries = 5;

async function pollAndHandle(deps: HandlerDeps, options: RunOptions, stopping: AbortSignal): Promise<void> {
  const { concurrency = 4, maxQueued = 10_000, poll = { minMs: 30_000, maxMs: 60_000 }, once = false } = options;
  const broken = new AbortController();
  const halt = AbortSignal.any([stopping, broken.signal]);
  const waiting = new Map<string, Waiting>();
  const handle = async (work: Waiting) => {
    const again = await handleEvent(deps, work.event, work.away);
    if (again === undefined) waiting.delete(work.event.eventId);
    work.away = again?.isUnreachable ? work.away + 1 : 0;
    if (once && work.away >= maxUnreachableTries)
      throw new Error('The target is unreachable; the remaining events stay unacknowledged.');
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
      await queue.below(maxQueued);
    } while (startingAfter !== undefined && !halt.aborted);
  }

  async function read(): Promise<void> {
    if (deps.adapter.withdraw) await deps.gateway.declareWithdraw();
    await publishStandards(deps.adapter, deps.gateway, deps.hooks);
    while (!halt.aborted) {
      await readOnce();
      if (once) break;
      await pause(pollWait(poll, Math.random()), halt);
    }
    await queue.below(once ? 1 : Infinity);
  }

  // A stop does not wait for the open poll, because the service may be unreachable.
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

/** Wraps the hooks, so that they get only redacted text and so that a failing hook does not stop the adapter. */
function cleanHooks(hooks: Hooks, redaction: Redaction, summary: RunSummary): Hooks {
  const guard = (call: () => void) => {
    try {
      call();
    } catch {
      // ignored, because a failure of the log hook cannot be logged
    }
  };
  return {
    log(level: LogLevel, message: string, fields: LogFields) {
      const cleaned = Object.entries(fields).map(([name, value]) => [
        name,
        typeof value === 'string' ? redaction.clean(value) : value,
      ]);
      guard(() => hooks.log?.(level, message, Object.fromEntries(cleaned) as LogFields)); // redaction changes neither names nor types
    },
    metric(metric) {
      if (metric.name === 'handled') summary.handled += 1;
      if (metric.name === 'parked') summary.parked += 1;
      guard(() => hooks.metric?.(metric));
    },
    parked: (parked) => guard(() => hooks.parked?.(parked)),
  };
}
