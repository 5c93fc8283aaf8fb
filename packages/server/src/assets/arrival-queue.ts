/** Most that are committed together. */
const mostAtOnce = 64;
/** While one waits for the disk the database can work on another. */
const mostUnderWay = Number(process.env['DEPTH'] ?? 1);

/** Commits what arrives. */
export interface ArrivalQueue<T, R> {
  /** What was written; undefined where it was not wanted any more. */
  add(item: T): Promise<R | undefined>;
}

/**
 * Gathers what arrives while commits are under way and commits it together: under load one commit carries many, and a single one waits for
 * nobody.
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
  const underWay = new Set<Waiting[]>();

  function takeBatch(): Waiting[] {
    const batch: Waiting[] = [];
    const rest: Waiting[] = [];
    const others = [...underWay].flat();
    for (const one of waiting) {
      const clashes = ({ item }: Waiting) => isSame(item, one.item);
      const fits = batch.length < mostAtOnce && !batch.some(clashes) && !others.some(clashes);
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

  async function carryOut(batch: Waiting[]): Promise<void> {
    underWay.add(batch);
    await commitBatch(batch);
    underWay.delete(batch);
    begin();
  }

  function begin(): void {
    if (underWay.size >= mostUnderWay) return;
    const batch = takeBatch();
    if (batch.length > 0) void carryOut(batch);
  }

  return {
    add(item) {
      const { promise, resolve, reject } = Promise.withResolvers<R | undefined>();
      waiting.push({ item, done: resolve, failed: reject });
      begin();
      return promise;
    },
  };
}
