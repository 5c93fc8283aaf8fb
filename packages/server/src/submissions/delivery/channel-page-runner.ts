import { Worker } from 'node:worker_threads';
import { createThreadCalls } from '../../platform/index.ts';
import type { ChannelPageKey } from './channel-page-service.ts';
import type { PageThreadSetup } from './channel-page-thread.ts';
import type { DeliveredPage } from './delivered-page-types.ts';

/**
 * Computes pages in the channel shape in a separate thread, so that requests are not delayed. A page of 1,000 products takes 200 ms, and
 * compiling a large standard takes longer. Evaluations use a different thread, so that no page waits for them.
 */
export interface ChannelPages extends AsyncDisposable {
  read(key: ChannelPageKey): Promise<DeliveredPage>;
}

/** If there is no request for this time, the thread ends and its compiled rulesets are lost. */
const idleMs = 60_000;

interface PageThread {
  read: (key: ChannelPageKey) => Promise<DeliveredPage>;
  hasEnded: () => boolean;
  stop: () => Promise<unknown>;
}

function startThread(setup: PageThreadSetup): PageThread {
  const worker = new Worker(new URL('./channel-page-thread.ts', import.meta.url), {
    workerData: setup,
    resourceLimits: { maxOldGenerationSizeMb: 1_024, maxYoungGenerationSizeMb: 12 },
  });
  const calls = createThreadCalls(worker, 'delivery');
  return {
    hasEnded: () => calls.hasEnded(),
    read: async (key) => (await calls.call(key)) as DeliveredPage, // the thread answers with the page
    stop: () => worker.terminate(),
  };
}

/** Creates the reader of pages. The first page starts the thread, which ends after a minute without pages. */
export function createChannelPages({ connectionString }: PageThreadSetup): ChannelPages {
  let thread: PageThread | undefined;
  let readers = 0;
  let idle: NodeJS.Timeout | undefined;

  async function stop(): Promise<void> {
    clearTimeout(idle);
    const stopped = thread;
    thread = undefined;
    await stopped?.stop();
  }

  return {
    async read(key) {
      clearTimeout(idle);
      // a thread that ran out of memory is replaced
      if (thread?.hasEnded() === true) thread = undefined;
      thread ??= startThread({ connectionString });
      readers += 1;
      try {
        return await thread.read(key);
      } finally {
        readers -= 1;
        if (readers === 0) idle = setTimeout(() => void stop(), idleMs).unref();
      }
    },
    [Symbol.asyncDispose]: stop,
  };
}
