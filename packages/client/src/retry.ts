import type { WireOperation } from '@pimento/contract';
import { ConnectionError } from './connection-error.ts';

/** Maximum wait before a retry. If Retry-After is longer, the caller gets the error immediately. */
const maxWaitMs = 30_000;
const firstWaitMs = 200;

const repeatable = new Set<WireOperation['method']>(['GET', 'PUT', 'DELETE']);

/**
 * Returns true if a call may be retried. GET, PUT and DELETE may be retried after a broken connection or a 429, 502, 503 or 504 response.
 * POST and PATCH may be retried only after 429, which guarantees that the service did nothing.
 * @param isIdempotent true if the call has an idempotency key. It may then be retried like a PUT, with any method
 */
export function mayRetry(
  method: WireOperation['method'],
  outcome: Response | ConnectionError,
  isIdempotent = false,
): boolean {
  const isRepeatable = isIdempotent || repeatable.has(method);
  if (outcome instanceof ConnectionError) return isRepeatable;
  if (outcome.status === 429) return true;
  return isRepeatable && [502, 503, 504].includes(outcome.status);
}

/**
 * Returns the number of milliseconds to wait before attempt `tries + 1`. This is Retry-After if present, otherwise an exponential back-off,
 * both with jitter. Returns undefined if Retry-After is longer than `maxWaitMs`.
 * @param retryAfter the value of the header: seconds or an HTTP date
 * @param now milliseconds since 1970
 * @param random a number from 0 to 1 for the jitter
 */
export function waitBefore(tries: number, retryAfter: string | null, now: number, random: number): number | undefined {
  const requestedMs = retryAfterMs(retryAfter, now);
  if (requestedMs !== undefined) return requestedMs > maxWaitMs ? undefined : requestedMs + random * firstWaitMs;
  return Math.min(maxWaitMs, firstWaitMs * 2 ** (tries - 1)) * (0.5 + random / 2);
}

function retryAfterMs(header: string | null, now: number): number | undefined {
  if (header === null || header.trim() === '') return undefined;
  if (/^\s*\d+\s*$/.test(header)) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

/** Waits for `ms` milliseconds. @throws the abort reason as soon as the signal is aborted */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error); // the reason that the caller passed to abort
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
