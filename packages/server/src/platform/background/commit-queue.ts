/** Maximum number of items per commit. */
const maxTogether = 64;

/** A queue that commits items in batches. */
export interface CommitQueue<T, R> {
  /**
   * Resolves when the item is committed.
   * @returns the result that `commit` returned for the item; undefined if it returned none
   * @throws the error of the commit
   */
  add(item: T): Promise<R | undefined>;
}

/**
 * Collects the items that arrive during a commit and writes them with the next commit, at most `maxTogether` at once. An item that arrives
 * while no commit is running is committed without delay.
 * @param commit returns the results of the written items. If a batch fails, each item is retried alone, so that one bad item does not fail
 * the others
 * @param isSame returns true if two items must not be in the same commit; the later item then waits for the next commit
 */
export function createCommitQueue<T, R>(
  commit: (batch: T[]) => Promise<ReadonlyMap<T, R>>,
  isSame: (a: T, b: T) => boolean,
): CommitQueue<T, R> {
  interface Waiting {
    item: T;
    done: (written: R | undefined) => void;
    failed: (error: unknown) => void;
  }
  let waiting: Waiting[] = [];
  let isCommitting = false;

  function takeBatch(): Waiting[] {
    const batch: Waiting[] = [];
    const rest: Waiting[] = [];
    for (const one of waiting) {
      const fits = batch.length < maxTogether && !batch.some(({ item }) => isSame(item, one.item));
      (fits ? batch : rest).push(one);
    }
    waiting = rest;
    return batch;
  }

  async function commitBatch(batch: Waiting[]): Promise<void> {
    try {
      const written = await commit(batch.map(({ item }) => item));
      for (const { item, done } of batch) done(written.get(item));
    } catch (error) {
      if (batch.length > 1) for (const one of batch) await commitBatch([one]);
      else batch[0]?.failed(error);
    }
  }

  async function run(): Promise<void> {
    isCommitting = true;
    while (waiting.length > 0) await commitBatch(takeBatch());
    isCommitting = false;
  }

  return {
    add(item) {
      const { promise, resolve, reject } = Promise.withResolvers<R | undefined>();
      waiting.push({ item, done: resolve, failed: reject });
      if (!isCommitting) void run();
      return promise;
    },
  };
}
