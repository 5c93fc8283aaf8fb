import { Worker } from 'node:worker_threads';
import type { ProblemCode } from '@pimento/contract';
import { PimentoError } from '../../errors.ts';
import { bodyTooLarge } from './body-size.ts';

/** A body that was parsed and validated outside of the main thread. */
export class ReadBody {
  readonly value: unknown;
  constructor(value: unknown) {
    this.value = value;
  }
}

export interface BodyTask {
  id: number;
  operationId: string;
  bytes: Uint8Array;
}
type Refusal = { code: ProblemCode; message: string; params: unknown; extra: PimentoError['extra'] };
export type BodyAnswer = { value: unknown } | { refusal: Refusal } | { error: string };

export interface LargeBodies extends AsyncDisposable {
  /**
   * Parses a JSON body and validates it against the schema of an operation, without blocking the main thread.
   * @throws PimentoError malformed-json, invalid-body; body-too-large if reading takes too much time or memory
   */
  read: (operationId: string, bytes: Buffer) => Promise<unknown>;
}
export type LargeBodyReader = LargeBodies['read'];

/** The thread ends after this time without a body, because an idle thread takes 60 MB. */
const idleMs = 60_000;
/** The time limit for one body. A body of 32 MiB with the slowest contents takes 6 s. */
const maxReadMs = 20_000;

type Pending = { bytes: number; settle: (answer: BodyAnswer) => void; fail: (error: Error) => void };

function refusalOf({ code, message, params, extra }: Refusal): PimentoError {
  return new PimentoError({ code, message, params } as ConstructorParameters<typeof PimentoError>[0], extra); // copied from a PimentoError
}

/**
 * Reads large bodies in one thread, which starts when the first large body arrives.
 * @param faultModule URL of the module that exports `findJsonFault`
 */
export function createLargeBodies(faultModule: URL): LargeBodies {
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;
  const pending = new Map<number, Pending>();

  function lose(): void {
    worker = undefined;
    const lost = [...pending.values()];
    pending.clear();
    for (const { bytes, fail } of lost) fail(bodyTooLarge(bytes));
  }

  function start(): Worker {
    const started = new Worker(new URL('./body-thread.ts', import.meta.url), {
      workerData: { faultModule: faultModule.href },
      resourceLimits: { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 12 },
    });
    started.unref();
    started.on('message', ({ id, ...answer }: BodyAnswer & { id: number }) => {
      pending.get(id)?.settle(answer);
      pending.delete(id);
    });
    // An error ends the thread. The end of the thread then rejects the waiting bodies.
    started.on('error', () => undefined);
    started.on('exit', () => {
      if (worker === started) lose();
    });
    return started;
  }

  function end(): Promise<unknown> {
    const ending = worker;
    lose();
    return ending?.terminate() ?? Promise.resolve();
  }

  return {
    async read(operationId, bytes) {
      clearTimeout(idle);
      const id = ++lastId;
      const { promise, resolve, reject } = Promise.withResolvers<BodyAnswer>();
      pending.set(id, { bytes: bytes.length, settle: resolve, fail: reject });
      worker ??= start();
      worker.postMessage({ id, operationId, bytes } satisfies BodyTask);
      const timer = setTimeout(() => void end(), maxReadMs);
      try {
        const answer = await promise;
        if ('refusal' in answer) throw refusalOf(answer.refusal);
        if ('error' in answer) throw new Error(answer.error);
        return answer.value;
      } finally {
        clearTimeout(timer);
        if (pending.size === 0) idle = setTimeout(() => void end(), idleMs).unref();
      }
    },
    async [Symbol.asyncDispose]() {
      clearTimeout(idle);
      await end();
    },
  };
}
