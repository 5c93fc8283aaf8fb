import { pause } from './pause.ts';
import { asksForPatience, type BackOff, backOffWait, retryAfterWait } from './wait-rules.ts';

export interface PaceOptions {
  backOff: BackOff;
  /** No answer within this time counts as a broken connection. */
  requestTimeoutMs: number;
  onHold?: (hold: { failures: number; waitMs: number; reason: string }) => void;
}

export interface Pace {
  /** Number of consecutive failures. */
  readonly failures: number;
  /** Sends a request when back-off permits it. */
  fetch: typeof fetch;
  /** A complete answer was received. */
  succeed(): void;
  /** The answer was not from the service. */
  fail(reason: string): void;
}

/**
 * Schedules the calls of one adapter. After a failure no part of the adapter sends a request until the wait is over, and then one request
 * at a time until one succeeds: in an outage, the number of requests does not depend on the number of clients.
 */
export function createPace(options: PaceOptions): Pace {
  const { backOff, requestTimeoutMs, onHold } = options;
  let failures = 0;
  let notBefore = 0;
  let probe: Promise<void> | undefined;

  function hold(reason: string, retryAfter: string | null): void {
    failures += 1;
    const now = Date.now();
    const requestedMs = retryAfterWait(retryAfter, now);
    // Retry-After plus jitter, so that many adapters do not return at the same time
    const waitMs = (requestedMs ?? 0) + backOffWait(requestedMs === undefined ? failures : 1, backOff, Math.random());
    notBefore = Math.max(notBefore, now + waitMs);
    onHold?.({ failures, waitMs, reason });
  }

  /** Returns a function that releases the next request if this request probes the service. */
  async function turn(signal: AbortSignal): Promise<() => void> {
    for (;;) {
      signal.throwIfAborted();
      const wait = notBefore - Date.now();
      if (wait > 0) await pause(wait, signal);
      else if (probe) await probe;
      else break;
    }
    if (failures === 0) return () => undefined;
    const { promise, resolve } = Promise.withResolvers<void>();
    probe = promise;
    return () => {
      probe = undefined;
      resolve();
    };
  }

  async function send(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
    const caller = init?.signal ?? new AbortController().signal;
    const release = await turn(caller);
    try {
      const signal = AbortSignal.any([caller, AbortSignal.timeout(requestTimeoutMs)]);
      const answer = await fetch(input, { ...init, signal });
      if (asksForPatience(answer.status)) hold(`status ${answer.status}`, answer.headers.get('retry-after'));
      return answer;
    } catch (error) {
      if (!caller.aborted) hold('no answer', null);
      throw error;
    } finally {
      release();
    }
  }

  return {
    get failures() {
      return failures;
    },
    fetch: send,
    succeed() {
      failures = 0;
    },
    fail: (reason) => hold(reason, null),
  };
}
