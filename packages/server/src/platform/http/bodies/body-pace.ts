import type { IncomingMessage } from 'node:http';
import { problem } from '@pimento/contract/problem';
import { PimentoError } from '../../errors.ts';

/** The minimum rate of a body. The request ends if the average rate over the window, in bytes per second, is lower. */
export interface PaceLimits {
  bytesPerSecond: number;
  windowMs: number;
}

export const usualPace: PaceLimits = { bytesPerSecond: 1_000, windowMs: 30_000 };

const samplesPerWindow = 6;

/**
 * Creates a function that is called at regular intervals and returns true if the sender has been too slow for a whole window. A call with
 * `isWaiting: false` restarts the window. The reader then has unread bytes, so the reader is slow, and not the sender.
 */
export function createPaceJudge(limits: PaceLimits): (sample: { bytes: number; isWaiting: boolean }) => boolean {
  const minBytes = (limits.bytesPerSecond * limits.windowMs) / 1_000;
  let window: number[] = [];
  return ({ bytes, isWaiting }) => {
    window = isWaiting ? [...window, bytes].slice(-samplesPerWindow - 1) : [];
    return window.length > samplesPerWindow && bytes - (window[0] ?? 0) < minBytes;
  };
}

function tooSlow({ bytesPerSecond, windowMs }: PaceLimits): PimentoError {
  const refusal = problem('request-timeout', { kind: 'slow-body', bytes: bytesPerSecond, seconds: windowMs / 1_000 });
  return new PimentoError(refusal, {}, { connection: 'close' });
}

/** Returns a signal that aborts with a PimentoError (request-timeout) if the body arrives too slowly. */
export function watchPace(request: IncomingMessage, limits: PaceLimits): AbortSignal {
  const controller = new AbortController();
  const isTooSlow = createPaceJudge(limits);
  const timer = setInterval(() => {
    const isWaiting = !request.complete && request.readableLength === 0;
    if (isTooSlow({ bytes: request.socket.bytesRead, isWaiting })) controller.abort(tooSlow(limits));
    if (request.complete || request.destroyed || controller.signal.aborted) clearInterval(timer);
  }, limits.windowMs / samplesPerWindow);
  timer.unref();
  request.once('close', () => {
    clearInterval(timer);
  });
  return controller.signal;
}

/**
 * Yields the chunks of a body until the signal aborts. Does not end the source, so that the response can still be sent over the connection.
 * @throws the reason of the signal; errors of `body`
 */
export async function* untilAborted(body: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]();
  let fail: ((reason: unknown) => void) | undefined;
  const onAbort = () => fail?.(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    for (;;) {
      signal.throwIfAborted();
      const { promise, resolve, reject } = Promise.withResolvers<IteratorResult<Uint8Array>>();
      fail = reject;
      chunks.next().then(resolve, reject);
      const step = await promise;
      if (step.done) return;
      yield step.value;
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
