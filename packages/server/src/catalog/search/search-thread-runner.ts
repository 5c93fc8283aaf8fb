import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { SearchStepAnswer, SearchThreadSetup } from './search-thread.ts';

/** Steps of the index in a thread of their own: a thousand products take 50 ms, and nobody else should wait for that. */
export interface SearchSteps extends AsyncDisposable {
  /** One step; answers how many products it was about. */
  step: () => Promise<number>;
}

export function startSearchSteps(setup: SearchThreadSetup): SearchSteps {
  const worker = new Worker(new URL('./search-thread.ts', import.meta.url), {
    workerData: setup,
    resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 },
  });
  const { promise: gone, reject: setGone } = Promise.withResolvers<never>();
  // looked at by the step under way; where there is none the next one meets it
  gone.catch(() => undefined);
  worker.on('error', setGone);
  worker.on('exit', () => {
    setGone(new Error('the search thread has ended'));
  });
  return {
    async step() {
      const answered = once(worker, 'message');
      worker.postMessage('step');
      const answers: unknown[] = await Promise.race([answered, gone]);
      const answer = answers[0] as SearchStepAnswer; // what the thread posts
      if ('failed' in answer) throw new Error(answer.failed);
      return answer.done;
    },
    async [Symbol.asyncDispose]() {
      await worker.terminate();
    },
  };
}
