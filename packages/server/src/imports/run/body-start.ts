import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeSpool } from './spool-file.ts';

/** Number of bytes that must arrive before an import waits for a turn in the threads. A shorter body must arrive completely. */
const startBytes = 64 * 1024;
/** A body is slow if its start takes longer than this to arrive. */
const startMs = 1_000;

type Step = IteratorResult<Uint8Array>;

/** The start of a body, and the iterator for the rest. */
interface BodyStart {
  chunks: Uint8Array[];
  rest: AsyncIterator<Uint8Array>;
  /** The next step, if it was already requested from the iterator, otherwise undefined. */
  pending: Promise<Step> | undefined;
  isSlow: boolean;
}

/**
 * Reads until enough of the body has arrived, or until the time limit. A failure of the body is not thrown here. The reader of the body
 * gets it.
 */
async function readStart(body: AsyncIterable<Uint8Array>): Promise<BodyStart> {
  const start: BodyStart = { chunks: [], rest: body[Symbol.asyncIterator](), pending: undefined, isSlow: false };
  const { promise: isLate, resolve } = Promise.withResolvers<'late'>();
  const timer = setTimeout(() => {
    resolve('late');
  }, startMs);
  try {
    for (let bytes = 0; bytes < startBytes;) {
      start.pending = start.rest.next();
      // The failure is ignored here, because the reader gets it as well.
      const step = await Promise.race([start.pending.catch(() => 'failed' as const), isLate]);
      start.isSlow = step === 'late';
      if (typeof step === 'string' || step.done) return start;
      start.pending = undefined;
      start.chunks.push(step.value);
      bytes += step.value.byteLength;
    }
    return start;
  } finally {
    clearTimeout(timer);
  }
}

/** Yields the whole body, including its start. */
async function* whole({ chunks, rest, pending }: BodyStart): AsyncGenerator<Uint8Array> {
  yield* chunks;
  for (let next = pending; ; next = undefined) {
    const step = await (next ?? rest.next());
    if (step.done) return;
    yield step.value;
  }
}

/** Yields no chunks. Throws the error that ended a body early. */
async function* failed(reason: unknown): AsyncGenerator<Uint8Array> {
  await Promise.reject(reason instanceof Error ? reason : new Error(String(reason)));
  yield new Uint8Array(0);
}

/** Writes a slow body to a file, and runs `work` on the file after the body has arrived completely. */
async function withSpooled<T>(
  folder: string,
  name: string,
  body: AsyncIterable<Uint8Array>,
  work: (body: AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<T> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${name}.slow`);
  try {
    const failure = await writeSpool(path, body).then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    return await work(failure ? failed(failure.error) : createReadStream(path, { highWaterMark: 1 << 16 }));
  } finally {
    await rm(path, { force: true });
  }
}

/**
 * Runs an import after the start of its body has arrived, so that a request without data does not take a turn from other imports. A few of
 * the slow bodies are imported while they arrive, so that their senders get faults early. The other slow bodies must arrive completely
 * first.
 * @param deps.takeSlow takes one of the few slots for slow bodies; returns undefined if no slot is free
 * @param name file name for a slow body; the file is deleted afterwards
 */
export async function withArrivingBody<T>(
  deps: { spoolFolder: string; takeSlow: () => Disposable | undefined },
  name: string,
  body: AsyncIterable<Uint8Array>,
  work: (body: AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<T> {
  const start = await readStart(body);
  if (!start.isSlow) return work(whole(start));
  using place = deps.takeSlow();
  return await (place ? work(whole(start)) : withSpooled(deps.spoolFolder, name, whole(start), work));
}
