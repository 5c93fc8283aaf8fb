import { setFlagsFromString } from 'node:v8';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { problem } from '@pimento/contract/problem';
import { type Log, PimentoError, releaseChunk } from '../../platform/index.ts';
import type { ImportFault } from './import-report.ts';
import type { ImportOutcome } from './import-run.ts';
import type { ImportProgress } from '../store/import-session.ts';
import type { ImportWish } from '../judge/import-types.ts';
import type { BodyChannel, BodyMessage, ThreadAnswer, ThreadSetup, ThreadTask } from './thread-messages.ts';

/** Bytes of a body on their way to a thread: enough to keep it busy, little enough for many imports at once. */
const ringBytes = 1 << 20;

export interface ImportThreads extends AsyncDisposable {
  import(wish: ImportWish, body: AsyncIterable<Uint8Array>): Promise<ImportOutcome>;
  receive(wish: ImportWish, body: AsyncIterable<Uint8Array>): Promise<{ received: true } | { fault: ImportFault }>;
  resume(wish: ImportWish, progress: ImportProgress): Promise<ImportOutcome>;
  /** Jobs that threads of this process work on now. */
  running(): string[];
}

interface Thread {
  worker: Worker;
  /** Ports of the tasks under way: closed when the thread dies, so that nobody waits for ever. */
  ports: Set<MessagePort>;
}

/** How far the sender of a body is ahead of its reader, in bytes. */
interface Flow {
  ahead: number;
  wake: (() => void) | undefined;
  done: boolean;
}

/**
 * Hands a body to a thread through a ring of bytes that both see: as messages of their own, pieces were copied three times and left to
 * the garbage collector. What comes after the reader is done is read and dropped: many senders listen for an answer only when they have
 * sent everything, and the next request on the connection waits behind the rest.
 */
async function relay(body: AsyncIterable<Uint8Array>, { port, ring }: BodyChannel, flow: Flow): Promise<void> {
  const space = new Uint8Array(ring);
  const send = (message: BodyMessage) => {
    port.postMessage(message);
  };
  let at = 0;
  try {
    for await (const chunk of body) {
      for (let sent = 0; sent < chunk.byteLength && !flow.done;) {
        const room = Math.min(ringBytes - flow.ahead, ringBytes - at);
        const piece = chunk.subarray(sent, sent + room);
        if (piece.byteLength === 0) {
          await new Promise<void>((resolve) => {
            flow.wake = resolve;
          });
          continue;
        }
        space.set(piece, at);
        send({ at, length: piece.byteLength });
        flow.ahead += piece.byteLength;
        at = (at + piece.byteLength) % ringBytes;
        sent += piece.byteLength;
      }
      releaseChunk(chunk);
    }
    send({ end: true });
  } catch (error) {
    send({ abort: error instanceof Error ? error.message : String(error) });
  }
}

const died: ImportFault = {
  ...problem('internal-error', { kind: 'import' }),
  extra: {},
  stack: 'the import thread died',
};

/**
 * Threads that read, judge and store imports, so that the main thread stays free for everybody else: judging a batch takes
 * milliseconds, and a poll should not wait for it. A thread that dies is replaced; its imports end with a fault.
 */
export function createImportThreads(options: { count: number; setup: ThreadSetup; log: Log }): ImportThreads {
  // Little survives a batch: helpers that share the work of copying it cost 6 µs a product, on cores that the database needs.
  setFlagsFromString('--no-parallel-scavenge');
  const running = new Set<string>();
  const freeRings: SharedArrayBuffer[] = [];
  let closing = false;
  const threads = Array.from({ length: options.count }, () => start());

  function start(): Thread {
    const worker = new Worker(new URL('./import-thread.ts', import.meta.url), {
      workerData: options.setup,
      // With an old generation of 256 MB at most it was marked ten times as often; without a limit for the young one memory peaked 80 MB higher.
      resourceLimits: { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 32 },
    });
    const thread: Thread = { worker, ports: new Set() };
    worker.on('error', (error) => {
      options.log.error({ err: error }, 'an import thread died');
    });
    worker.on('exit', () => {
      for (const port of thread.ports) port.close();
      if (!closing) threads[threads.indexOf(thread)] = start();
    });
    return thread;
  }

  function leastBusy(): Thread {
    const [first, ...others] = threads;
    if (!first) throw new Error('there are no import threads');
    return others.reduce((best, thread) => (thread.ports.size < best.ports.size ? thread : best), first);
  }

  function run(
    task: (channel: BodyChannel) => ThreadTask,
    jobId: string,
    body: AsyncIterable<Uint8Array> | undefined,
  ): Promise<ThreadAnswer> {
    if (closing) throw new PimentoError(problem('unavailable', { kind: 'shutting-down' }), {}, { 'retry-after': '5' });
    const thread = leastBusy();
    const { port1, port2 } = new MessageChannel();
    const ring = freeRings.pop() ?? new SharedArrayBuffer(ringBytes);
    const flow: Flow = { ahead: 0, wake: undefined, done: false };
    running.add(jobId);
    thread.ports.add(port1);
    const { promise, resolve } = Promise.withResolvers<ThreadAnswer>();
    port1.on('message', (message: ThreadAnswer) => {
      if ('taken' in message) flow.ahead -= message.taken;
      else resolve(message);
      flow.wake?.();
    });
    port1.on('close', () => {
      resolve({ fault: died });
    });
    thread.worker.postMessage(task({ port: port2, ring }), [port2]);
    if (body) void relay(body, { port: port1, ring }, flow);
    return promise.finally(() => {
      flow.done = true;
      flow.wake?.();
      thread.ports.delete(port1);
      running.delete(jobId);
      port1.close();
      freeRings.push(ring);
    });
  }

  const outcomeOf = (answer: ThreadAnswer): ImportOutcome => {
    if ('outcome' in answer) return answer.outcome;
    return 'fault' in answer ? answer : { fault: died };
  };

  return {
    async import(wish, body) {
      return outcomeOf(await run((channel) => ({ kind: 'import', wish, ...channel }), wish.jobId, body));
    },
    async receive(wish, body) {
      const answer = await run((channel) => ({ kind: 'receive', wish, ...channel }), wish.jobId, body);
      return 'received' in answer || 'fault' in answer ? answer : { fault: died };
    },
    async resume(wish, progress) {
      return outcomeOf(await run(({ port }) => ({ kind: 'resume', wish, progress, port }), wish.jobId, undefined));
    },
    running: () => [...running],
    async [Symbol.asyncDispose]() {
      closing = true;
      await Promise.all(threads.map((thread) => thread.worker.terminate()));
    },
  };
}
