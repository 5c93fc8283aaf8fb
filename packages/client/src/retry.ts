import type { Operation } from '@pimento/contract';
import { ConnectionError } from './connection-error.ts';

/** A caller who is told to wait longer than this is better served by the error. */
const longestWaitMs = 30_000;
const firstWaitMs = 200;

const repeatable = new Set<Operation['method']>(['GET', 'PUT', 'DELETE']);

/**
 * May this outcome be followed by another try? GET, PUT and DELETE may after a broken connection, 429, 502, 503 and 504. A POST only after
 * 429, which promises that nothing was done.
 */
export function isWorthRetrying(method: Operation['method'], outcome: Response | ConnectionError): boolean {
  if (outcome instanceof ConnectionError) return repeatable.has(method);
  if (outcome.status === 429) return true;
  return repeatable.has(method) && [502, 503, 504].includes(outcome.status);
}

/**
 * Milliseconds to wait before try `tries + 1`: what Retry-After asks for and a little more, or twice as long each time, in both cases
 * with chance in it, so that many clients do not come back together. Undefined where the wait would be too long.
 * @param retryAfter the header: seconds or an HTTP date
 * @param now milliseconds since 1970
 */
export function waitBefore(tries: number, retryAfter: string | null, now: number, chance: number): number | undefined {
  const asked = retryAfterMs(retryAfter, now);
  if (asked !== undefined) return asked > longestWaitMs ? undefined : asked + chance * firstWaitMs;
  return Math.min(longestWaitMs, firstWaitMs * 2 ** (tries - 1)) * (0.5 + chance / 2);
}

function retryAfterMs(header: string | null, now: number): number | undefined {
  if (header === null || header.trim() === '') return undefined;
  if (/^\s*\d+\s*$/.test(header)) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

/** Waits; @throws the signal's reason as soon as it is aborted. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error); // whatever the caller aborted with is what the caller gets
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
