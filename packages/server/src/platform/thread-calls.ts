import type { MessagePort, Worker } from 'node:worker_threads';
import { errorOfThread, threadFault, type ThreadFault } from './thread-fault.ts';

interface Call {
  id: number;
  input: unknown;
}
type Answer = { id: number; result: unknown } | { id: number; fault: ThreadFault };

/** Calls to a thread. The thread must handle them with `answerCalls`. */
export interface ThreadCalls {
  /**
   * Sends an input to the thread and returns the result. Calls run concurrently.
   * @throws the error of the call (see `errorOfThread`), or an Error if the thread has ended
   */
  call(input: unknown): Promise<unknown>;
  /** Returns true if the thread can no longer be used. */
  hasEnded(): boolean;
}

/** @param name the name of the thread, for the error of calls that the thread can no longer answer */
export function createThreadCalls(worker: Worker, name: string): ThreadCalls {
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
    end(new Error(`the ${name} thread has ended`));
  });
  worker.on('message', (answer: Answer) => {
    const asked = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ('fault' in answer) asked?.reject(errorOfThread(answer.fault));
    else asked?.resolve(answer.result);
  });
  return {
    hasEnded: () => ended !== undefined,
    async call(input) {
      if (ended !== undefined) throw ended;
      lastId += 1;
      const answered = Promise.withResolvers<unknown>();
      waiting.set(lastId, answered);
      worker.postMessage({ id: lastId, input } satisfies Call);
      return answered.promise;
    },
  };
}

/** Answers the calls to this thread. Sends an error of `run` back as data. Calls that wait for the database run concurrently. */
export function answerCalls(port: MessagePort | null, run: (input: unknown) => Promise<unknown>): void {
  const answerOf = async ({ id, input }: Call): Promise<Answer> => {
    try {
      return { id, result: await run(input) };
    } catch (error) {
      return { id, fault: threadFault(error) };
    }
  };
  port?.on('message', (call: Call) => {
    void answerOf(call).then((answer) => port.postMessage(answer));
  });
}
