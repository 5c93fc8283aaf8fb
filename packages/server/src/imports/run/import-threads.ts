import { setFlagsFromString } from 'node:v8';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { problem } from '@pimento/contract/problem';
import { type Log, PimentoError } from '../../platform/index.ts';
import { relayBody, ringBytes } from './body-relay.ts';
import type { ImportFault } from './import-report.ts';
import type { ImportOutcome } from './import-run.ts';
import type { ImportProgress } from '../store/import-session.ts';
import type { BodyContent } from '../read/content-hash.ts';
import type { ImportRequest } from '../judge/import-types.ts';
import type { BodyChannel, ThreadAnswer, ThreadSetup, ThreadTask } from './thread-messages.ts';

export interface ImportThreads extends AsyncDisposable {
  import(request: ImportRequest, body: AsyncIterable<Uint8Array>): Promise<ImportOutcome>;
  receive(
    request: ImportRequest,
    body: AsyncIterable<Uint8Array>,
  ): Promise<{ received: { content: BodyContent | undefined } } | { fault: ImportFault }>;
  /** Reads the body of a repeated request: at most `maxBytes` decoded bytes. */
  compare(
    request: ImportRequest,
    body: AsyncIterable<Uint8Array>,
    maxBytes: number,
  ): Promise<{ read: BodyContent } | { fault: ImportFault }>;
  resume(request: ImportRequest, progress: ImportProgress): Promise<ImportOutcome>;
  /** Returns the jobs that threads of this process are running. */
  running(): string[];
}

interface Thread {
  worker: Worker;
  /** Ports of the running tasks. They are closed when the thread dies, so that no caller waits forever. */
  ports: Set<MessagePort>;
}

const died: ImportFault = {
  ...problem('internal-error', { kind: 'import' }),
  extra: {},
  stack: 'the import thread died',
};

function startThread({ setup, log }: { setup: ThreadSetup; log: Log }, onExit: (thread: Thread) => void): Thread {
  const worker = new Worker(new URL('./import-thread.ts', import.meta.url), {
    workerData: setup,
    // With an old generation of at most 256 MB, garbage collection marked it ten times as often. Without a limit for the young generation,
    // peak memory was 80 MB higher.
    resourceLimits: { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 32 },
  });
  const thread: Thread = { worker, ports: new Set() };
  worker.on('error', (error) => {
    log.error({ err: error }, 'an import thread died');
  });
  worker.on('exit', () => {
    for (const port of thread.ports) port.close();
    onExit(thread);
  });
  return thread;
}

/** Runs one task in a thread. @param ring shared memory that no other task uses at the same time */
async function runTask(
  { worker, ports }: Thread,
  task: (channel: BodyChannel) => ThreadTask,
  ring: SharedArrayBuffer,
  body: AsyncIterable<Uint8Array> | undefined,
): Promise<ThreadAnswer> {
  const { port1: port, port2 } = new MessageChannel();
  ports.add(port);
  const { promise, resolve } = Promise.withResolvers<ThreadAnswer>();
  worker.postMessage(task({ port: port2, ring }), [port2]);
  const relay = body && relayBody(body, { port, ring });
  port.on('message', (message: ThreadAnswer) => {
    if ('taken' in message) relay?.advance(message.taken);
    else resolve(message);
  });
  port.on('close', () => {
    resolve({ fault: died });
  });
  try {
    return await promise;
  } finally {
    relay?.end();
    ports.delete(port);
    port.close();
  }
}

function outcomeOf(answer: ThreadAnswer): ImportOutcome {
  if ('outcome' in answer) return answer.outcome;
  return 'fault' in answer ? answer : { fault: died };
}

function leastBusy([first, ...others]: readonly Thread[]): Thread {
  if (!first) throw new Error('there are no import threads');
  return others.reduce((best, thread) => (thread.ports.size < best.ports.size ? thread : best), first);
}

/**
 * Creates threads that read, judge and store imports. They keep the main thread free for other requests, because judging a batch takes
 * milliseconds and would delay polls. A thread that dies is replaced, and its imports end with a fault.
 */
export function createImportThreads(options: { count: number; setup: ThreadSetup; log: Log }): ImportThreads {
  // Few objects survive a batch, so parallel garbage collection is not useful: its helper threads cost 6 µs per product, on cores that the
  // database needs.
  setFlagsFromString('--no-parallel-scavenge');
  const running = new Set<string>();
  const freeRings: SharedArrayBuffer[] = [];
  let closing = false;
  const start = (): Thread =>
    startThread(options, (thread) => {
      if (!closing) threads[threads.indexOf(thread)] = start();
    });
  const threads = Array.from({ length: options.count }, start);

  async function run(
    task: (channel: BodyChannel) => ThreadTask,
    jobId: string | undefined,
    body: AsyncIterable<Uint8Array> | undefined,
  ): Promise<ThreadAnswer> {
    if (closing) throw new PimentoError(problem('unavailable', { kind: 'shutting-down' }), {}, { 'retry-after': '5' });
    const ring = freeRings.pop() ?? new SharedArrayBuffer(ringBytes);
    if (jobId !== undefined) running.add(jobId);
    try {
      return await runTask(leastBusy(threads), task, ring, body);
    } finally {
      if (jobId !== undefined) running.delete(jobId);
      freeRings.push(ring);
    }
  }

  return {
    async import(request, body) {
      return outcomeOf(await run((channel) => ({ kind: 'import', request, ...channel }), request.jobId, body));
    },
    async receive(request, body) {
      const answer = await run((channel) => ({ kind: 'receive', request, ...channel }), request.jobId, body);
      return 'received' in answer || 'fault' in answer ? answer : { fault: died };
    },
    async compare(request, body, maxBytes) {
      const task = (channel: BodyChannel): ThreadTask => ({ kind: 'compare', request, maxBytes, ...channel });
      const answer = await run(task, undefined, body);
      return 'read' in answer || 'fault' in answer ? answer : { fault: died };
    },
    async resume(request, progress) {
      return outcomeOf(
        await run(({ port }) => ({ kind: 'resume', request, progress, port }), request.jobId, undefined),
      );
    },
    running: () => [...running],
    async [Symbol.asyncDispose]() {
      closing = true;
      await Promise.all(threads.map((thread) => thread.worker.terminate()));
    },
  };
}
