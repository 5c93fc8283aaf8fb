import { Worker } from 'node:worker_threads';
import type { ProblemCode } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
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
  operationId: string;
  bytes: Uint8Array;
}
type Refusal = { code: ProblemCode; message: string; params: unknown; extra: PimentoError['extra'] };
export type BodyAnswer = { value: unknown } | { refusal: Refusal } | { error: string };
/** The thread reports that it has begun to read a body, and later the result. */
export type BodyMessage = 'begun' | BodyAnswer;

export interface LargeBodies extends AsyncDisposable {
  /**
   * Parses a JSON body and validates it against the schema of an operation, without blocking the main thread.
   * @throws PimentoError malformed-json, invalid-body; body-too-large if reading takes too much time or memory; unavailable if the service
   * shuts down before the body was read
   */
  read: (operationId: string, bytes: Buffer) => Promise<unknown>;
}
export type LargeBodyReader = LargeBodies['read'];

/** The thread ends after this time without a body, because an idle thread takes 60 MB. */
const idleMs = 60_000;
/** The time limit for one body. A body of 32 MiB with the slowest contents takes 6 s. The start of the thread has the same limit. */
const usualReadMs = 20_000;

const shuttingDown = () =>
  new PimentoError(problem('unavailable', { kind: 'shutting-down' }), {}, { 'retry-after': '1' });

type Waiting = BodyTask & { settle: (answer: BodyAnswer) => void; fail: (error: Error) => void };

function refusalOf({ code, message, params, extra }: Refusal): PimentoError {
  return new PimentoError({ code, message, params } as ConstructorParameters<typeof PimentoError>[0], extra); // copied from a PimentoError
}

function valueOf(answer: BodyAnswer): unknown {
  if ('refusal' in answer) throw refusalOf(answer.refusal);
  if ('error' in answer) throw new Error(answer.error);
  return answer.value;
}

/**
 * Reads large bodies in one thread, which starts when the first large body arrives. The thread gets one body at a time, so that a body that
 * exceeds the limits ends the thread without affecting the bodies that wait.
 * @param faultModule URL of the module that exports `findJsonFault`
 * @param maxReadMs time limit for one body, excluding the time that it waits
 */
export function createLargeBodies(faultModule: URL, maxReadMs: number = usualReadMs): LargeBodies {
  const queue = new BodyQueue(faultModule, maxReadMs);
  return {
    read: async (operationId, bytes) => valueOf(await queue.read({ operationId, bytes })),
    [Symbol.asyncDispose]: () => queue.close(),
  };
}

class BodyQueue {
  readonly #faultModule: URL;
  readonly #maxReadMs: number;
  readonly #waiting: Waiting[] = [];
  #current: Waiting | undefined;
  #thread: Worker | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(faultModule: URL, maxReadMs: number) {
    this.#faultModule = faultModule;
    this.#maxReadMs = maxReadMs;
  }

  read(task: BodyTask): Promise<BodyAnswer> {
    if (this.#isClosed) return Promise.reject(shuttingDown());
    const { promise, resolve, reject } = Promise.withResolvers<BodyAnswer>();
    this.#waiting.push({ ...task, settle: resolve, fail: reject });
    this.#readNext();
    return promise;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { fail } of this.#waiting.splice(0)) fail(shuttingDown());
    const ended = this.#endThread();
    clearTimeout(this.#timer);
    await ended;
  }

  #readNext(): void {
    if (this.#current !== undefined) return;
    this.#current = this.#waiting.shift();
    if (this.#current === undefined) {
      this.#setTimer(idleMs).unref();
      return;
    }
    const { operationId, bytes } = this.#current;
    this.#thread ??= this.#startThread();
    this.#setTimer(usualReadMs);
    this.#thread.postMessage({ operationId, bytes } satisfies BodyTask);
  }

  #setTimer(ms: number): NodeJS.Timeout {
    clearTimeout(this.#timer);
    return (this.#timer = setTimeout(() => void this.#endThread(), ms));
  }

  #startThread(): Worker {
    const thread = new Worker(new URL('./body-thread.ts', import.meta.url), {
      workerData: { faultModule: this.#faultModule.href },
      resourceLimits: { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 12 },
    });
    thread.unref();
    thread.on('message', (message: BodyMessage) => {
      if (this.#thread !== thread) return;
      if (message === 'begun') this.#setTimer(this.#maxReadMs);
      else this.#finish(({ settle }) => settle(message));
    });
    // An error ends the thread. The end of the thread then rejects its body.
    thread.on('error', () => undefined);
    thread.on('exit', () => {
      if (this.#thread === thread) this.#loseThread();
    });
    return thread;
  }

  #finish(report: (body: Waiting) => void): void {
    const finished = this.#current;
    this.#current = undefined;
    if (finished) report(finished);
    this.#readNext();
  }

  /** Rejects the body that the thread was reading. The next body starts another thread. */
  #loseThread(): void {
    this.#thread = undefined;
    if (this.#current)
      this.#finish(({ bytes, fail }) => fail(this.#isClosed ? shuttingDown() : bodyTooLarge(bytes.length)));
  }

  #endThread(): Promise<unknown> {
    const ending = this.#thread;
    this.#loseThread();
    return ending?.terminate() ?? Promise.resolve();
  }
}
