import { pause } from './pause.ts';
import { asksForPatience, type BackOff, backOffWait, retryAfterWait } from './wait-rules.ts';

export interface PaceOptions {
  backOff: BackOff;
  /** No answer within this time counts as a broken connection. */
  requestTimeoutMs: number;
  onHold?: (hold: { failures: number; waitMs: number; reason: string }) => void;
}

export interface Pace {
  /** How many failures there were in a row. */
  readonly failures: number;
  /** Sends when it is time to. */
  fetch: typeof fetch;
  /** A whole answer has come. */
  succeed(): void;
  /** What came was no answer of the service. */
  fail(reason: string): void;
}

/**
 * Decides when calls of one adapter are sent. After a failure nothing is sent until the wait is over, whichever part of the adapter asks, and
 * then one request at a time until one succeeds: an adapter with many clients is no louder in an outage than one with few.
 */
export function createPace(options: PaceOptions): Pace {
  const { backOff, requestTimeoutMs, onHold } = options;
  let failures = 0;
  let notBefore = 0;
  let probe: Promise<void> | undefined;

  function hold(reason: string, retryAfter: string | null): void {
    failures += 1;
    const now = Date.now();
    const asked = retryAfterWait(retryAfter, now);
    // what the service asks for, and a little more, so that many adapters do not come back together
    const waitMs = (asked ?? 0) + backOffWait(asked === undefined ? failures : 1, backOff, Math.random());
    notBefore = Math.max(notBefore, now + waitMs);
    onHold?.({ failures, waitMs, reason });
  }

  /** Answers a function that lets the next one go, where this request is the one that finds out. */
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
