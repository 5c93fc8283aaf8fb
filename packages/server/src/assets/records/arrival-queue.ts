/** Most that are committed together. */
const mostAtOnce = 64;

/** Commits what arrives. */
export interface ArrivalQueue<T, R> {
  /** What was written; undefined where it was not wanted any more. */
  add(item: T): Promise<R | undefined>;
}

/**
 * Gathers what arrives while the last commit is under way and commits it together: under load one commit carries many, and a single one
 * waits for nobody.
 * @param commit answers those that were written; where several fail together each is tried by itself, so that none fails for another
 * @param isSame of two that are the same the later one waits for the next commit
 */
export function createArrivalQueue<T, R>(
  commit: (batch: T[]) => Promise<ReadonlyMap<T, R>>,
  isSame: (a: T, b: T) => boolean,
): ArrivalQueue<T, R> {
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
      const fits = batch.length < mostAtOnce && !batch.some(({ item }) => isSame(item, one.item));
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
