import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { problem } from '@pimento/contract/problem';
import { currentTraceparent, type Log, PimentoError } from '../../platform/index.ts';
import { relayBody, ringBytes } from './body-relay.ts';
import { type ImportFault, threadDied } from './import-report.ts';
import { chooseThread, noLimit, type ThreadLimit } from './thread-choice-rules.ts';
import type { BodyChannel, ThreadAnswer, ThreadSetup, ThreadTask } from './thread-messages.ts';

type TaskBody = AsyncIterable<Uint8Array> | undefined;

export interface Thread {
  worker: Worker;
  /** Ports of the running tasks. They are closed when the thread dies, so that no call waits forever. */
  ports: Set<MessagePort>;
  /** Number of running imports. Receiving a body does not count. */
  imports: number;
  /** Number of uploaded files that are being read. */
  files: number;
}

function startThread({ setup, log }: { setup: ThreadSetup; log: Log }, onExit: (thread: Thread) => void): Thread {
  const worker = new Worker(new URL('./import-thread.ts', import.meta.url), {
    workerData: setup,
    // With a limit of 256 MB for the old generation, the garbage collector started its mark phase ten times as often.
    resourceLimits: { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 12 },
  });
  const thread: Thread = { worker, ports: new Set(), imports: 0, files: 0 };
  worker.on('error', (error) => {
    log.error({ err: error }, 'an import thread died');
  });
  worker.on('exit', () => {
    for (const port of thread.ports) port.close();
    onExit(thread);
  });
  return thread;
}

interface TaskRun {
  /** Shared memory that no other task uses at the same time. */
  ring: SharedArrayBuffer;
  body: TaskBody;
  /** Called when the thread has taken bytes of the body. */
  onTaken: () => void;
  /** Returns the fault of a task whose thread has ended. */
  faultOfEnd: () => ImportFault;
}

/** Runs one task in a thread. */
async function runTask(
  { worker, ports }: Thread,
  task: (channel: BodyChannel) => ThreadTask,
  { ring, body, onTaken, faultOfEnd }: TaskRun,
): Promise<ThreadAnswer> {
  const { port1: port, port2 } = new MessageChannel();
  ports.add(port);
  const { promise, resolve } = Promise.withResolvers<ThreadAnswer>();
  worker.postMessage({ ...task({ port: port2, ring }), traceparent: currentTraceparent() }, [port2]);
  const relay = body && relayBody(body, { port, ring });
  port.on('message', (message: ThreadAnswer) => {
    if ('taken' in message) {
      relay?.advance(message.taken);
      onTaken();
    } else resolve(message);
  });
  port.on('close', () => {
    resolve({ fault: faultOfEnd() });
  });
  try {
    return await promise;
  } finally {
    relay?.end();
    ports.delete(port);
    port.close();
  }
}

/** The threads, with the shared memory through which they receive bodies. */
export interface ThreadPool extends AsyncDisposable {
  /** Starts the threads that have not started yet. */
  startAll(): void;
  /**
   * Returns the thread for the next task (see `chooseThread`). If each started thread has an import or too many files, and another thread
   * can be started, starts it and returns it instead.
   */
  leastBusy(limit?: ThreadLimit): Thread;
  /** Returns true while an import runs. */
  isBusy(): boolean;
  /** Returns true while a body arrives. Returns false if no thread has taken bytes of any body for a second. */
  isReceiving(): boolean;
  run(thread: Thread, task: (channel: BodyChannel) => ThreadTask, body: TaskBody): Promise<ThreadAnswer>;
}

const shuttingDown = problem('unavailable', { kind: 'shutting-down' });
/** The fault of a task that is running when Pimento stops. A stored body is imported after the next start. */
const stopped: ImportFault = { ...shuttingDown, extra: {} };

/** A body whose sender pauses for longer than this time does not count as arriving, so that indexing does not wait for a slow sender. */
const maxGapMs = 1_000;

/** Creates a pool without threads. A thread starts with `startAll`, or with the first task that needs it, which then waits for 0.2 s. */
export function createThreadPool(options: { count: number; setup: ThreadSetup; log: Log }): ThreadPool {
  const freeRings: SharedArrayBuffer[] = [];
  let closing = false;
  /** Number of tasks that have a body, and when bytes of one of them were last taken, in milliseconds of `performance.now()`. */
  let receiving = 0;
  let takenAt = -Infinity;
  const onTaken = () => {
    takenAt = performance.now();
  };
  const threads: Thread[] = [];
  const start = (): Thread =>
    startThread(options, (thread) => {
      if (!closing) threads[threads.indexOf(thread)] = start();
    });
  function addThread(): Thread {
    const thread = start();
    threads.push(thread);
    return thread;
  }
  return {
    startAll() {
      while (threads.length < options.count) addThread();
    },
    leastBusy(limit = noLimit) {
      const isIdle = threads.some(({ imports, files }) => imports === 0 && files < limit.maxFiles);
      return !isIdle && threads.length < options.count ? addThread() : chooseThread(threads, limit);
    },
    isBusy: () => threads.some((thread) => thread.imports > 0),
    isReceiving: () => receiving > 0 && performance.now() - takenAt < maxGapMs,
    async run(thread, task, body) {
      if (closing) throw new PimentoError(shuttingDown, {}, { 'retry-after': '5' });
      const ring = freeRings.pop() ?? new SharedArrayBuffer(ringBytes);
      receiving += body === undefined ? 0 : 1;
      try {
        const faultOfEnd = () => (closing ? stopped : threadDied);
        return await runTask(thread, task, { ring, body, onTaken, faultOfEnd });
      } finally {
        receiving -= body === undefined ? 0 : 1;
        freeRings.push(ring);
      }
    },
    async [Symbol.asyncDispose]() {
      closing = true;
      await Promise.all(threads.map((thread) => thread.worker.terminate()));
    },
  };
}
