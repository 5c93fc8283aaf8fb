import { Worker } from 'node:worker_threads';
import type { ClientId } from '../../platform/index.ts';
import type { StepOutcome } from './evaluation-service.ts';
import type {
  EvaluationAnswer,
  EvaluationRequest,
  EvaluationResult,
  EvaluationThreadSetup,
  EvaluationWork,
} from './evaluation-thread.ts';
import type { ProductKey, readProduct } from './product-reading-service.ts';
import type { refreshRulesets } from './requested-evaluation-service.ts';

/** Evaluates in a separate thread: 1,000 products take 200 ms, which would delay requests. */
export interface EvaluationThread extends AsyncDisposable {
  /** True if the thread can no longer be used. */
  hasEnded: () => boolean;
  step: () => Promise<StepOutcome>;
  /** Evaluates one product as it is now. */
  readProduct: (key: ProductKey) => ReturnType<typeof readProduct>;
  /** Replaces outdated rulesets of a client. */
  refreshRulesets: (clientId: ClientId) => ReturnType<typeof refreshRulesets>;
  /** Evaluates products of a client on all channels; returns how many, from the start. */
  evaluate: (clientId: ClientId, productIds: readonly string[]) => Promise<number>;
}

export function startEvaluationThread(setup: EvaluationThreadSetup): EvaluationThread {
  const worker = new Worker(new URL('./evaluation-thread.ts', import.meta.url), {
    workerData: setup,
    resourceLimits: { maxOldGenerationSizeMb: 1_024, maxYoungGenerationSizeMb: 32 },
  });
  const waiting = new Map<number, PromiseWithResolvers<EvaluationResult>>();
  let lastId = 0;
  let ended: Error | undefined;

  function end(error: Error): void {
    ended ??= error;
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
  }
  worker.on('error', end);
  worker.on('exit', () => {
    end(new Error('the evaluation thread has ended'));
  });
  worker.on('message', (answer: EvaluationAnswer) => {
    const asked = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ('failed' in answer) asked?.reject(new Error(answer.failed));
    else asked?.resolve(answer.result);
  });

  async function ask(request: EvaluationWork): Promise<EvaluationResult> {
    if (ended !== undefined) throw ended;
    lastId += 1;
    const id = lastId;
    const answered = Promise.withResolvers<EvaluationResult>();
    waiting.set(id, answered);
    worker.postMessage({ ...request, id } satisfies EvaluationRequest);
    return answered.promise;
  }

  return {
    hasEnded: () => ended !== undefined,
    step: async () => (await ask({ kind: 'step' })) as StepOutcome, // what the thread answers to a step
    readProduct: async (key) => (await ask({ kind: 'product', key })) as Awaited<ReturnType<typeof readProduct>>, // likewise
    refreshRulesets: async (clientId) =>
      (await ask({ kind: 'rulesets', clientId })) as Awaited<ReturnType<typeof refreshRulesets>>, // likewise
    evaluate: async (clientId, productIds) => (await ask({ kind: 'products', clientId, productIds })) as number, // likewise
    async [Symbol.asyncDispose]() {
      await worker.terminate();
    },
  };
}
