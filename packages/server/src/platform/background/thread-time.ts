import { setImmediate, setTimeout as sleep } from 'node:timers/promises';

/** Time in milliseconds after which long work lets the event loop proceed, so that statements and messages are handled. */
const sliceMs = 4;
/** Background work waits at most this long before each slice, so it gets a fifth of the time even if requests are always running. */
const waitMsPerSlice = 4 * sliceMs;

/** Divides long work into slices. Call `next` often, for example after each product. */
export interface TimeSlices {
  /** Lets the event loop proceed if the current slice is over. @returns undefined if it is not over yet */
  next(): Promise<void> | undefined;
}

/** @param pause called between two slices; by default, only lets the event loop proceed */
export function createTimeSlices(pause: () => Promise<void> = setImmediate): TimeSlices {
  let startedAt = performance.now();
  const startNext = async (): Promise<void> => {
    await pause();
    startedAt = performance.now();
  };
  return { next: () => (performance.now() - startedAt < sliceMs ? undefined : startNext()) };
}

/** Divides the time of one thread between background work and requests that people wait for. */
export interface ThreadTime {
  /** Runs a request. Do not use this for work that waits for a lock, because background work may hold the lock. */
  request<T>(work: () => Promise<T>): Promise<T>;
  /** Slices for background work. The pause between two slices lasts until no request is running, but not longer than `maxWaitMs`. */
  backgroundSlices(): TimeSlices;
}

/** @param maxWaitMs background work waits at most this long for requests before each slice */
export function createThreadTime(maxWaitMs = waitMsPerSlice): ThreadTime {
  let running = 0;
  let ended = Promise.withResolvers<void>();
  return {
    async request(work) {
      running += 1;
      try {
        return await work();
      } finally {
        running -= 1;
        if (running === 0) {
          ended.resolve();
          ended = Promise.withResolvers();
        }
      }
    },
    backgroundSlices: () =>
      createTimeSlices(async () => {
        await setImmediate();
        if (running > 0) await resolvedWithin(ended.promise, maxWaitMs);
      }),
  };
}

async function resolvedWithin(promise: Promise<void>, maxMs: number): Promise<void> {
  const limit = new AbortController();
  const late = sleep(maxMs, undefined, { signal: limit.signal }).catch(() => undefined);
  await Promise.race([promise, late]);
  limit.abort();
}
