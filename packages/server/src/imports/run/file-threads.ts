import { createFairTurns, poolSize } from '../../platform/index.ts';
import type { FileAnswers, FileWork } from '../files/file-work.ts';
import { type ImportFault, threadDied } from './import-report.ts';
import type { ThreadPool } from './thread-pool.ts';
import type { BodyChannel, ThreadAnswer, ThreadTask } from './thread-messages.ts';

/** Maximum number of files that a thread reads at the same time for previews, plans and error files. */
const filesPerThread = 2;
const maxWaiting = 50;
const maxWaitMs = 30_000;

/**
 * Runs a task for an uploaded file in a thread. Only tasks that read the file wait for the client's turn.
 * @param body the bytes to be stored
 */
export type FileTasks = <Kind extends FileWork['kind']>(
  work: Extract<FileWork, { kind: Kind }>,
  body?: AsyncIterable<Uint8Array>,
) => Promise<{ file: FileAnswers[Kind] } | { fault: ImportFault }>;

/**
 * Creates the function that runs tasks for files. Their limits are separate from those of imports, so that a preview does not wait minutes
 * for an import to end.
 */
export function createFileTasks(pool: Pick<ThreadPool, 'leastBusy' | 'run'>, threads: number): FileTasks {
  const turns = createFairTurns(poolSize(threads * filesPerThread), { waiting: maxWaiting, ms: maxWaitMs });

  async function run(work: FileWork, body: AsyncIterable<Uint8Array> | undefined): Promise<ThreadAnswer> {
    const task = (channel: BodyChannel): ThreadTask => ({ kind: 'file', work, ...channel });
    if (work.kind === 'store') return pool.run(pool.leastBusy(), task, body);
    using _turn = await turns.enter(work.kind === 'errors' ? work.clientId : work.file.clientId);
    // The number of turns is the number of files that all threads together may read, so at least one thread is free.
    const thread = pool.leastBusy({ maxFiles: filesPerThread });
    thread.files += 1;
    try {
      return await pool.run(thread, task, body);
    } finally {
      thread.files -= 1;
    }
  }

  return async <Kind extends FileWork['kind']>(
    work: Extract<FileWork, { kind: Kind }>,
    body?: AsyncIterable<Uint8Array>,
  ) => {
    const answer = await run(work, body);
    if ('fault' in answer) return answer;
    // the kind of the task determines the type of the answer
    return 'file' in answer ? { file: answer.file as FileAnswers[Kind] } : { fault: threadDied };
  };
}
