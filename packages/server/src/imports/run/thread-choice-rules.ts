/** Number of tasks that a thread runs. */
interface ThreadTasks {
  imports: number;
  files: number;
}

export interface ThreadLimit {
  /** Only threads that read fewer files than this are chosen. */
  maxFiles: number;
}

export const noLimit: ThreadLimit = { maxFiles: Infinity };

/**
 * Chooses the thread for the next task. This is the thread with the fewest imports. If several threads have equally few, it is the one of
 * them that reads the fewest files.
 * @throws Error if no thread may be chosen, which the caller must prevent
 */
export function chooseThread<Thread extends ThreadTasks>(
  threads: readonly Thread[],
  { maxFiles }: ThreadLimit = noLimit,
): Thread {
  const [first, ...others] = threads.filter(({ files }) => files < maxFiles);
  if (!first) throw new Error('there is no import thread for another task');
  return others.reduce(
    (best, thread) => ((thread.imports - best.imports || thread.files - best.files) < 0 ? thread : best),
    first,
  );
}
