import { createFairTurns, poolSize } from '../../platform/index.ts';
import type { FileAnswers, FileWork } from '../files/file-work.ts';
import { type ImportFault, threadDied } from './import-report.ts';
import type { ThreadPool } from './thread-pool.ts';
import type { ThreadAnswer } from './thread-messages.ts';

/** Max number of files that a thread reads for previews and error files at once. */
const filesPerThread = 2;
const maxWaiting = 50;
const maxWaitMs = 30_000;

/**
 * Works with an uploaded file in a thread. Only work that reads the file waits for a turn.
 * @param body the bytes to be stored
 */
export type FileTasks = <Kind extends FileWork['kind']>(
  work: Extract<FileWork, { kind: Kind }>,
  body?: AsyncIterable<Uint8Array>,
) => Promise<{ file: FileAnswers[Kind] } | { fault: ImportFault }>;

/** Creates the work with files. Its turns are not those of imports, so a preview does not wait for minutes until an import has ended. */
export function createFileTasks(pool: Pick<ThreadPool, 'leastBusy' | 'run'>, threads: number): FileTasks {
  const turns = createFairTurns(poolSize(threads * filesPerThread), { waiting: maxWaiting, ms: maxWaitMs });

  async function run(work: FileWork, body: AsyncIterable<Uint8Array> | undefined): Promise<ThreadAnswer> {
    const task = () => pool.run(pool.leastBusy(), (channel) => ({ kind: 'file', work, ...channel }), body);
    if (work.kind === 'store') return task();
    using _turn = await turns.enter(work.kind === 'errors' ? work.clientId : work.file.clientId);
    return await task();
  }

  return async <Kind extends FileWork['kind']>(
    work: Extract<FileWork, { kind: Kind }>,
    body?: AsyncIterable<Uint8Array>,
  ) => {
    const answer = await run(work, body);
    if ('fault' in answer) return answer;
    // the thread answers each kind of work with its own kind of answer
    return 'file' in answer ? { file: answer.file as FileAnswers[Kind] } : { fault: threadDied };
  };
}
