import { createReadStream } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** So much of a body arrives before its import takes a turn; a shorter body arrives completely. */
const startBytes = 64 * 1024;
/** A body whose start takes longer than this is slow. */
const startMs = 1_000;

type Step = IteratorResult<Uint8Array>;

/** The start of a body, and what yields the rest. */
interface BodyStart {
  chunks: Uint8Array[];
  rest: AsyncIterator<Uint8Array>;
  /** The next step, if it was asked for already. */
  pending: Promise<Step> | undefined;
  isSlow: boolean;
}

/** Reads until enough of the body has arrived, or until its time is over. A failure of the body is left to its reader. */
async function readStart(body: AsyncIterable<Uint8Array>): Promise<BodyStart> {
  const start: BodyStart = { chunks: [], rest: body[Symbol.asyncIterator](), pending: undefined, isSlow: false };
  const { promise: isLate, resolve } = Promise.withResolvers<'late'>();
  const timer = setTimeout(() => {
    resolve('late');
  }, startMs);
  try {
    for (let bytes = 0; bytes < startBytes;) {
      start.pending = start.rest.next();
      // the reader gets the same failure
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

/** Yields the whole body, with its start. */
async function* whole({ chunks, rest, pending }: BodyStart): AsyncGenerator<Uint8Array> {
  yield* chunks;
  for (let next = pending; ; next = undefined) {
    const step = await (next ?? rest.next());
    if (step.done) return;
    yield step.value;
  }
}

/** Yields nothing, and throws what ended a body early. */
async function* failed(reason: unknown): AsyncGenerator<Uint8Array> {
  await Promise.reject(reason instanceof Error ? reason : new Error(String(reason)));
  yield new Uint8Array(0);
}

async function spool(path: string, body: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of body) await file.write(chunk);
  } finally {
    await file.close();
  }
}

/** Imports a slow body when it is complete. */
async function withSpooled<T>(
  folder: string,
  name: string,
  body: AsyncIterable<Uint8Array>,
  work: (body: AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<T> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${name}.slow`);
  try {
    const failure = await spool(path, body).then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    return await work(failure ? failed(failure.error) : createReadStream(path, { highWaterMark: 1 << 16 }));
  } finally {
    await rm(path, { force: true });
  }
}

/**
 * Runs an import with a body that has begun to arrive, so that a sender of nothing takes no turn from others. Of the bodies that begin
 * slowly, a few are imported while they arrive, so that their senders learn of a fault early; the others first arrive completely.
 * @param deps.takeSlow takes one of the few places; undefined if there is none
 * @param name of the file for a slow body, which is deleted afterwards
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
