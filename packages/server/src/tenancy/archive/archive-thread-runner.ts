import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { errorOfThread, threadFault } from '../../platform/index.ts';
import { ArchiveLostError } from './archive-file-service.ts';
import type { ArchiveThreadAnswer, ArchiveThreadSetup } from './archive-thread.ts';
import type { WriteDeps } from './archive-write-service.ts';

/**
 * Maximum heap of the thread in MB. The thread holds a page of products (up to 16 MB of text and the values that were parsed from it) and
 * one part of the archive (about 8 MiB of text).
 */
const maxMemoryMb = 1_024;
/** Time in milliseconds for a thread to remove its unfinished file when the process is stopping. */
const stopMs = 5_000;

/**
 * Resolves with the answer of the thread, or with a fault if the thread ended without an answer.
 * @throws the uncaught error of the thread
 */
async function answerOf(worker: Worker): Promise<ArchiveThreadAnswer> {
  const [answer] = (await Promise.race([
    once(worker, 'message'),
    once(worker, 'exit').then(() => [{ fault: threadFault(new Error('the archive thread has ended')) }]),
  ])) as [ArchiveThreadAnswer]; // the thread posts one message of this type
  return answer;
}

/**
 * Creates a function that writes the file of an archive in a separate thread, because formatting, hashing and compressing would delay
 * requests.
 */
export const createArchiveThreads =
  ({ connectionString, storeAddress, owner }: Omit<ArchiveThreadSetup, 'key'>): WriteDeps['writeFile'] =>
  async (key, signal) => {
    signal.throwIfAborted();
    const worker = new Worker(new URL('./archive-thread.ts', import.meta.url), {
      name: 'archive',
      workerData: { connectionString, storeAddress, owner, key } satisfies ArchiveThreadSetup,
      resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb, maxYoungGenerationSizeMb: 12 },
    });
    const stop = () => {
      worker.postMessage('stop');
      setTimeout(() => void worker.terminate(), stopMs).unref();
    };
    signal.addEventListener('abort', stop, { once: true });
    try {
      const answer = await answerOf(worker);
      signal.throwIfAborted();
      if ('lost' in answer) throw new ArchiveLostError(answer.lost);
      if ('fault' in answer) throw errorOfThread(answer.fault);
      return answer.written;
    } finally {
      signal.removeEventListener('abort', stop);
      await worker.terminate();
    }
  };
