/** Items that are committed together at most. */
const maxTogether = 64;

/** Commits items as they arrive. */
export interface CommitQueue<T, R> {
  /** @returns what was written; undefined if the item was not needed any more */
  add(item: T): Promise<R | undefined>;
}

/**
 * Commits together what arrives during the last commit: under load one commit carries many items, and a single item does not wait.
 * @param commit returns the items that were written; if several fail together, each is tried alone, so that none fails because of another
 * @param isSame two items that are the same are never in one commit: the later one waits for the next
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
