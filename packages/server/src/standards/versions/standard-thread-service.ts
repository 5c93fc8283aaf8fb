import { Worker } from 'node:worker_threads';
import { problem } from '@pimento/contract/problem';
import { errorOfThread, PimentoError, type ThreadFault } from '../../platform/index.ts';
import type { StoredLists } from '../read/kept-lists.ts';
import type { BodyVerdict } from '../read/standard-body.ts';

export interface StandardTask {
  bytes: Uint8Array<ArrayBuffer>;
  isLines: boolean;
  /** The current time in milliseconds since 1970. */
  now: number;
  /** The value lists of the current version. Undefined if none are known. */
  stored: StoredLists | undefined;
}

export type StandardAnswer = { verdict: BodyVerdict } | { fault: ThreadFault };

/** The time limit for one document. The largest document, with two million values, takes about 20 s. */
const maxReadMs = 120_000;
/**
 * Memory limit of the thread in MB. The largest document needs this much. It must be parsed as a whole, because a reference can point to
 * any part of it.
 */
const maxMemoryMb = 2_048;
/**
 * Memory for new objects in MB. `large` is for the thread of a large document, which ends with the document. `kept` is for a thread that is
 * reused. Almost all objects of a large document live until it has been read. With 12 MB, they were copied again and again.
 */
const youngMb = { large: 64, kept: 12 };

/**
 * Maximum size of a document whose thread is reused. After a larger document, the thread ends, because reading it may have taken 2 GB.
 * After a smaller one, the thread frees most of its memory. After a document of 10 MB, for example, it keeps about 20 MB.
 */
const maxKeptBytes = 16 * 1_048_576;
/** A thread without a document ends after this time. Starting a thread takes 0.25 to 0.5 s, and its code is slow at first. */
const idleMs = 60_000;

export type StandardReader = (task: StandardTask, signal: AbortSignal) => Promise<BodyVerdict>;

/** Threads that each read one document at a time. One idle thread is kept for the next document. */
interface StandardThreads extends AsyncDisposable {
  /** Returns the idle thread or, if there is none or the document is large, a new one. */
  take(isLarge: boolean): Worker;
  giveBack(thread: Worker): Promise<void>;
}

function createThreads(faultModule: URL): StandardThreads {
  let kept: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let isClosed = false;

  function start(isLarge: boolean): Worker {
    const thread = new Worker(new URL('./standard-thread.ts', import.meta.url), {
      workerData: { faultModule: faultModule.href },
      resourceLimits: {
        maxOldGenerationSizeMb: maxMemoryMb,
        maxYoungGenerationSizeMb: isLarge ? youngMb.large : youngMb.kept,
      },
    });
    // An error ends the thread. Without this listener, an error of an idle thread would end the process.
    thread.on('error', () => undefined);
    thread.on('exit', () => {
      if (kept === thread) kept = undefined;
    });
    return thread;
  }

  async function endKept(): Promise<void> {
    clearTimeout(idle);
    const ended = kept;
    kept = undefined;
    await ended?.terminate();
  }

  return {
    take(isLarge) {
      if (isLarge) return start(isLarge);
      clearTimeout(idle);
      const thread = kept ?? start(isLarge);
      kept = undefined;
      thread.ref();
      return thread;
    },
    async giveBack(thread) {
      if (isClosed || kept !== undefined) {
        await thread.terminate();
        return;
      }
      kept = thread;
      thread.unref();
      idle = setTimeout(() => void endKept(), idleMs).unref();
    },
    async [Symbol.asyncDispose]() {
      isClosed = true;
      await endKept();
    },
  };
}

/**
 * Creates the reader of documents. Each document is parsed and checked in a separate thread, so that the main thread can respond to
 * requests.
 * @param faultModule URL of the module that exports `findJsonFault`
 */
export function createStandardReader(faultModule: URL): AsyncDisposable & { read: StandardReader } {
  const threads = createThreads(faultModule);
  return {
    async read(task, signal) {
      signal.throwIfAborted();
      const size = task.bytes.byteLength;
      const isLarge = size > maxKeptBytes;
      const thread = threads.take(isLarge);
      let isReusable = false;
      try {
        const answer = await readIn(thread, task, signal);
        isReusable = !isLarge;
        return verdictOf(answer);
      } finally {
        await (isReusable ? threads.giveBack(thread) : thread.terminate());
      }
    },
    [Symbol.asyncDispose]: () => threads[Symbol.asyncDispose](),
  };
}

/** @throws PimentoError body-too-large if reading takes too much time or memory */
async function readIn(thread: Worker, task: StandardTask, signal: AbortSignal): Promise<StandardAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<StandardAnswer>();
  const size = task.bytes.byteLength;
  const tooLarge = () =>
    new PimentoError(problem('body-too-large', { kind: 'operation', maxBytes: size }), { limit: size });
  const timer = setTimeout(() => reject(tooLarge()), maxReadMs);
  const onAbort = () => reject(signal.reason as Error); // the signal of a request aborts with an error
  const onError = (error: NodeJS.ErrnoException) => {
    reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge() : error);
  };
  const onExit = () => reject(new Error('the thread that reads a data standard ended'));
  signal.addEventListener('abort', onAbort, { once: true });
  thread.on('message', resolve).on('error', onError).on('exit', onExit);
  try {
    thread.postMessage(task, [task.bytes.buffer]);
    return await promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    thread.off('message', resolve).off('error', onError).off('exit', onExit);
  }
}

function verdictOf(answer: StandardAnswer): BodyVerdict {
  if ('fault' in answer) throw errorOfThread(answer.fault);
  return answer.verdict;
}
