import { Worker } from 'node:worker_threads';
import type { EvaluationTasks } from './evaluation-task-types.ts';
import type {
  EvaluationAnswer,
  EvaluationRequest,
  EvaluationThreadSetup,
  TaskInput,
  TaskName,
  TaskResult,
} from './evaluation-thread.ts';

/** Evaluates in a separate thread, because evaluating 1,000 products takes 200 ms and would delay requests. */
export interface EvaluationThread extends EvaluationTasks, AsyncDisposable {
  /** True if the thread can no longer be used. */
  hasEnded: () => boolean;
}

export function startEvaluationThread(setup: EvaluationThreadSetup): EvaluationThread {
  const worker = new Worker(new URL('./evaluation-thread.ts', import.meta.url), {
    workerData: setup,
    resourceLimits: { maxOldGenerationSizeMb: 1_024, maxYoungGenerationSizeMb: 32 },
  });
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
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

  async function run<Name extends TaskName>(name: Name, input: TaskInput<Name>): Promise<TaskResult<Name>> {
    if (ended !== undefined) throw ended;
    lastId += 1;
    const id = lastId;
    const answered = Promise.withResolvers<unknown>();
    waiting.set(id, answered);
    worker.postMessage({ id, name, input } satisfies EvaluationRequest);
    return (await answered.promise) as TaskResult<Name>; // the thread answers with the result of this task
  }

  return {
    hasEnded: () => ended !== undefined,
    run,
    async [Symbol.asyncDispose]() {
      await worker.terminate();
    },
  };
}
