import { pause } from './pause.ts';
import { asksForPatience, type BackOff, backOffWait, retryAfterWait } from './wait-rules.ts';

export interface PaceOptions {
  backOff: BackOff;
  /** A request without a response within this time counts as a broken connection. */
  requestTimeoutMs: number;
  onHold?: (hold: { failures: number; waitMs: number; reason: string }) => void;
}

export interface Pace {
  /** Number of consecutive failures. */
  readonly failures: number;
  /** Sends a request as soon as back-off permits. */
  fetch: typeof fetch;
  /** Records that a complete response was received. */
  succeed(): void;
  /** Records that a response did not come from the service, which counts as a failure. */
  fail(reason: string): void;
}

/**
 * Schedules the calls of one adapter. After a failure, the whole adapter waits, and then sends one request at a time until a request
 * succeeds. During an outage, the number of requests therefore does not depend on the number of clients.
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
    // Jitter is added to Retry-After, so that many adapters do not return at the same time.
    const waitMs = (requestedMs ?? 0) + backOffWait(requestedMs === undefined ? failures : 1, backOff, Math.random());
    notBefore = Math.max(notBefore, now + waitMs);
    onHold?.({ failures, waitMs, reason });
  }

  /**
   * Waits until a request may be sent. After a failure, the request is a probe, and other requests wait until the returned function is
   * called.
   */
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
