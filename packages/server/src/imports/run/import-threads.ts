import { setFlagsFromString } from 'node:v8';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { problem } from '@pimento/contract/problem';
import { createFairTurns, type Log, PimentoError, poolSize } from '../../platform/index.ts';
import { withArrivingBody } from './body-start.ts';
import { relayBody, ringBytes } from './body-relay.ts';
import type { FileAnswers, FileWork } from '../files/file-work.ts';
import type { ImportFault } from './import-report.ts';
import type { ImportOutcome } from './import-run.ts';
import type { ImportProgress } from '../store/import-session.ts';
import type { BodyContent } from '../read/content-hash.ts';
import type { ImportRequest } from '../judge/import-types.ts';
import {
  type BodyChannel,
  importsPerThread,
  type ThreadAnswer,
  type ThreadSetup,
  type ThreadTask,
} from './thread-messages.ts';

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
  /**
   * Works with an uploaded file. Only work that reads the file waits for a turn, which is not one of the turns of imports.
   * @param body the bytes to be stored
   */
  file<Kind extends FileWork['kind']>(
    work: Extract<FileWork, { kind: Kind }>,
    body?: AsyncIterable<Uint8Array>,
  ): Promise<{ file: FileAnswers[Kind] } | { fault: ImportFault }>;
  /** Returns the jobs of this process: running jobs, and jobs that wait for their body or for their turn. */
  running(): string[];
  /** Checks whether any thread is running an import. */
  isBusy(): boolean;
}

interface Thread {
  worker: Worker;
  /** Ports of the running tasks. They are closed when the thread dies, so that no caller waits forever. */
  ports: Set<MessagePort>;
  /** Number of running imports; receiving a body does not count. */
  imports: number;
}

const died: ImportFault = {
  ...problem('internal-error', { kind: 'import' }),
  extra: {},
  stack: 'the import thread died',
};

function startThread({ setup, log }: { setup: ThreadSetup; log: Log }, onExit: (thread: Thread) => void): Thread {
  const worker = new Worker(new URL('./import-thread.ts', import.meta.url), {
    workerData: setup,
    // With a limit of 256 MB for the old generation, the garbage collector started its mark phase ten times as often. Without a limit for
    // the young generation, peak memory was 80 MB higher.
    resourceLimits: { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 32 },
  });
  const thread: Thread = { worker, ports: new Set(), imports: 0 };
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

/** Max number of files that a thread reads for previews and error files at once. */
const filesPerThread = 2;
const maxWaitingFiles = 50;
const maxFileWaitMs = 30_000;

/** Max number of one client's imports that wait for a turn. Each waiting import holds an HTTP connection and the start of its body. */
const maxWaiting = 200;

/** The threads, with the memory for the bodies that they read. */
interface ThreadPool extends AsyncDisposable {
  leastBusy(): Thread;
  isBusy(): boolean;
  run(
    thread: Thread,
    task: (channel: BodyChannel) => ThreadTask,
    body: AsyncIterable<Uint8Array> | undefined,
  ): Promise<ThreadAnswer>;
}

function createThreadPool(options: { count: number; setup: ThreadSetup; log: Log }): ThreadPool {
  const freeRings: SharedArrayBuffer[] = [];
  let closing = false;
  const start = (): Thread =>
    startThread(options, (thread) => {
      if (!closing) threads[threads.indexOf(thread)] = start();
    });
  const threads = Array.from({ length: options.count }, start);
  return {
    leastBusy() {
      const [first, ...others] = threads;
      if (!first) throw new Error('there are no import threads');
      return others.reduce((best, thread) => (thread.imports < best.imports ? thread : best), first);
    },
    isBusy: () => threads.some((thread) => thread.imports > 0),
    async run(thread, task, body) {
      if (closing)
        throw new PimentoError(problem('unavailable', { kind: 'shutting-down' }), {}, { 'retry-after': '5' });
      const ring = freeRings.pop() ?? new SharedArrayBuffer(ringBytes);
      try {
        return await runTask(thread, task, ring, body);
      } finally {
        freeRings.push(ring);
      }
    },
    async [Symbol.asyncDispose]() {
      closing = true;
      await Promise.all(threads.map((thread) => thread.worker.terminate()));
    },
  };
}

/** Creates a function that takes one of `max` slots and returns undefined if all slots are taken. */
function createPlaces(max: number): () => Disposable | undefined {
  let taken = 0;
  return () => {
    if (taken >= max) return undefined;
    taken += 1;
    return {
      [Symbol.dispose]() {
        taken -= 1;
      },
    };
  };
}

const refuseImport = () =>
  new PimentoError(problem('too-many-requests', { kind: 'imports', max: maxWaiting }), {}, { 'retry-after': '5' });

/**
 * Creates threads that read, judge and store imports. They keep the main thread free for other requests, because judging a batch takes
 * milliseconds and would delay polls. A thread that dies is replaced, and its imports end with a fault.
 */
export function createImportThreads(options: { count: number; setup: ThreadSetup; log: Log }): ImportThreads {
  const { count, setup } = options;
  // Few objects survive a batch, so parallel garbage collection is not useful: its helper threads took 6 µs per product on cores that the
  // database needs.
  setFlagsFromString('--no-parallel-scavenge');
  const running = new Set<string>();
  const pool = createThreadPool(options);
  const turns = createFairTurns(poolSize(count * importsPerThread), { waiting: maxWaiting, refusal: refuseImport });

  // previews do not wait for imports of the same client, which can take minutes
  const fileTurns = createFairTurns(poolSize(count * filesPerThread), { waiting: maxWaitingFiles, ms: maxFileWaitMs });

  const takeSlow = createPlaces(count);

  /** Waits for the client's turn, then runs the import. */
  async function runInTurn(
    request: ImportRequest,
    task: (channel: BodyChannel) => ThreadTask,
    body: AsyncIterable<Uint8Array> | undefined,
  ): Promise<ImportOutcome> {
    using _turn = await turns.enter(request.clientId);
    const thread = pool.leastBusy();
    thread.imports += 1;
    try {
      return outcomeOf(await pool.run(thread, task, body));
    } finally {
      thread.imports -= 1;
    }
  }

  async function workWithFile(work: FileWork, body: AsyncIterable<Uint8Array> | undefined): Promise<ThreadAnswer> {
    const run = () => pool.run(pool.leastBusy(), (channel) => ({ kind: 'file', work, ...channel }), body);
    if (work.kind === 'store') return run();
    using _turn = await fileTurns.enter(work.kind === 'errors' ? work.clientId : work.file.clientId);
    return await run();
  }

  /** Lists a job among the jobs of this process while the job runs or waits. */
  async function owned<T>({ jobId }: ImportRequest, work: () => Promise<T>): Promise<T> {
    running.add(jobId);
    try {
      return await work();
    } finally {
      running.delete(jobId);
    }
  }

  return {
    import: (request, body) =>
      owned(request, () =>
        withArrivingBody({ takeSlow, spoolFolder: setup.spoolFolder }, request.jobId, body, (arriving) =>
          runInTurn(request, (channel) => ({ kind: 'import', request, ...channel }), arriving),
        ),
      ),
    receive: (request, body) =>
      owned(request, async () => {
        const task = (channel: BodyChannel): ThreadTask => ({ kind: 'receive', request, ...channel });
        const answer = await pool.run(pool.leastBusy(), task, body);
        return 'received' in answer || 'fault' in answer ? answer : { fault: died };
      }),
    async compare(request, body, maxBytes) {
      const task = (channel: BodyChannel): ThreadTask => ({ kind: 'compare', request, maxBytes, ...channel });
      const answer = await pool.run(pool.leastBusy(), task, body);
      return 'read' in answer || 'fault' in answer ? answer : { fault: died };
    },
    resume: (request, progress) =>
      owned(request, () => runInTurn(request, ({ port }) => ({ kind: 'resume', request, progress, port }), undefined)),
    async file<Kind extends FileWork['kind']>(
      work: Extract<FileWork, { kind: Kind }>,
      body?: AsyncIterable<Uint8Array>,
    ) {
      const answer = await workWithFile(work, body);
      if ('fault' in answer) return answer;
      // the thread answers each kind of work with its own kind of answer
      return 'file' in answer ? { file: answer.file as FileAnswers[Kind] } : { fault: died };
    },
    isBusy: () => pool.isBusy(),
    running: () => [...running],
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}
