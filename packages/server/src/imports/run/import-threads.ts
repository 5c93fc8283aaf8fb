import { setFlagsFromString } from 'node:v8';
import { problem } from '@pimento/contract/problem';
import { createFairTurns, type Log, PimentoError, poolSize } from '../../platform/index.ts';
import { withArrivingBody } from './body-start.ts';
import { createFileTasks, type FileTasks } from './file-threads.ts';
import { type ImportFault, threadDied as died } from './import-report.ts';
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
import { createThreadPool } from './thread-pool.ts';

export interface ImportThreads extends AsyncDisposable {
  /** Starts all threads, so that the first imports do not wait for a thread to start. */
  startAll(): void;
  import(request: ImportRequest, body: AsyncIterable<Uint8Array>): Promise<ImportOutcome>;
  receive(
    request: ImportRequest,
    body: AsyncIterable<Uint8Array>,
  ): Promise<{ received: { content: BodyContent | undefined } } | { fault: ImportFault }>;
  /** Hashes the body of a repeated request, at most the first `maxBytes` decoded bytes. */
  compare(
    request: ImportRequest,
    body: AsyncIterable<Uint8Array>,
    maxBytes: number,
  ): Promise<{ read: BodyContent } | { fault: ImportFault }>;
  resume(request: ImportRequest, progress: ImportProgress): Promise<ImportOutcome>;
  /** Runs a task for an uploaded file. */
  file: FileTasks;
  /** Returns the ids of this process's jobs that are running or are waiting for their body or their turn. */
  running(): string[];
  /** Returns true while a thread is running an import. */
  isBusy(): boolean;
  /** Returns true while the bytes of an import or an upload arrive. */
  isReceiving(): boolean;
}

function outcomeOf(answer: ThreadAnswer): ImportOutcome {
  if ('outcome' in answer) return answer.outcome;
  return 'fault' in answer ? answer : { fault: died };
}

/**
 * Maximum number of one client's imports that wait for a turn. Each waiting import keeps an HTTP connection open and the start of its body
 * in memory.
 */
const maxWaiting = 200;

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
 * milliseconds and would delay polls. A thread starts with the first task that needs it, or with `startAll`. A thread that dies is
 * replaced, and its imports end with a fault.
 */
export function createImportThreads(options: { count: number; setup: ThreadSetup; log: Log }): ImportThreads {
  const { count, setup } = options;
  // Few objects survive a batch, so parallel garbage collection is not useful. Its helper threads took 6 µs per product on cores that the
  // database needs.
  setFlagsFromString('--no-parallel-scavenge');
  const running = new Set<string>();
  const pool = createThreadPool(options);
  const turns = createFairTurns(poolSize(count * importsPerThread), { waiting: maxWaiting, refusal: refuseImport });

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
    startAll: () => pool.startAll(),
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
    file: createFileTasks(pool, count),
    isBusy: () => pool.isBusy(),
    isReceiving: () => pool.isReceiving(),
    running: () => [...running],
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}
