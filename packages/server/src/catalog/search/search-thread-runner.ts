import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { SearchStepAnswer, SearchThreadSetup } from './search-thread.ts';

/** Runs steps of indexing in a separate thread, because 1,000 products take 50 ms, which would delay requests. */
export interface SearchThread extends AsyncDisposable {
  /** Runs one step. @returns the result of `indexNext` */
  step: () => Promise<number>;
}

export function startSearchThread(setup: SearchThreadSetup): SearchThread {
  const worker = new Worker(new URL('./search-thread.ts', import.meta.url), {
    workerData: setup,
    resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 6 },
  });
  const { promise: ended, reject: setEnded } = Promise.withResolvers<never>();
  // Prevents an unhandled rejection, because the current or next step throws this error.
  ended.catch(() => undefined);
  worker.on('error', setEnded);
  worker.on('exit', () => {
    setEnded(new Error('the search thread has ended'));
  });
  return {
    async step() {
      const answered = once(worker, 'message');
      worker.postMessage('step');
      const answers: unknown[] = await Promise.race([answered, ended]);
      const answer = answers[0] as SearchStepAnswer; // the thread posts only messages of this type
      if ('failed' in answer) throw new Error(answer.failed);
      return answer.done;
    },
    async [Symbol.asyncDispose]() {
      await worker.terminate();
    },
  };
}
