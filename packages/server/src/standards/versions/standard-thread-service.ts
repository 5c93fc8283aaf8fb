import { Worker } from 'node:worker_threads';
import { problem } from '@pimento/contract/problem';
import { errorOfThread, PimentoError, type ThreadFault } from '../../platform/index.ts';
import type { BodyVerdict } from '../read/standard-body.ts';

export interface StandardTask {
  bytes: Uint8Array<ArrayBuffer>;
  isLines: boolean;
  /** The current time in milliseconds since 1970. */
  now: number;
}

export type StandardAnswer = { verdict: BodyVerdict } | { fault: ThreadFault };

/** The time limit for one document. The largest document, with two million values, takes about 20 s. */
const maxReadMs = 120_000;
/**
 * Memory limit of the thread in MB. The largest document needs this much, because the document must be parsed as a whole: a reference can
 * point to any part of it.
 */
const maxMemoryMb = 2_048;

export type StandardReader = (task: StandardTask, signal: AbortSignal) => Promise<BodyVerdict>;

/**
 * Creates the reader of documents. Each document is parsed and checked in a separate thread, so that the main thread can respond to
 * requests.
 * @param faultModule URL of the module that exports `findJsonFault`
 */
export function createStandardReader(faultModule: URL): StandardReader {
  return async (task, signal) => {
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<StandardAnswer>();
    const thread = new Worker(new URL('./standard-thread.ts', import.meta.url), {
      workerData: { faultModule: faultModule.href },
      resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb },
    });
    const size = task.bytes.byteLength;
    const tooLarge = () =>
      new PimentoError(problem('body-too-large', { kind: 'operation', maxBytes: size }), { limit: size });
    const timer = setTimeout(() => reject(tooLarge()), maxReadMs);
    const onAbort = () => reject(signal.reason as Error); // the signal of a request aborts with an error
    signal.addEventListener('abort', onAbort, { once: true });
    thread.once('message', resolve);
    thread.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge() : error);
    });
    thread.once('exit', () => reject(new Error('the thread that reads a data standard ended')));
    try {
      thread.postMessage(task, [task.bytes.buffer]);
      return verdictOf(await promise);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      await thread.terminate();
    }
  };
}

function verdictOf(answer: StandardAnswer): BodyVerdict {
  if ('fault' in answer) throw errorOfThread(answer.fault);
  return answer.verdict;
}
