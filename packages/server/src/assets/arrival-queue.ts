/** Most that are committed together. */
const mostAtOnce = 64;

/**
 * Gathers what arrives while the last commit is under way and commits it together: under load one commit carries many, and a single one
 * waits for nobody.
 */
export function createArrivalQueue<T>(commit: (batch: T[]) => Promise<void>): { add(item: T): Promise<void> } {
  let waiting: { item: T; done: () => void; failed: (error: unknown) => void }[] = [];
  let isCommitting = false;

  async function run(): Promise<void> {
    isCommitting = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, mostAtOnce);
      waiting = waiting.slice(mostAtOnce);
      try {
        await commit(batch.map(({ item }) => item));
        for (const { done } of batch) done();
      } catch (error) {
        for (const { failed } of batch) failed(error);
      }
    }
    isCommitting = false;
  }

  return {
    add(item) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      waiting.push({ item, done: resolve, failed: reject });
      if (!isCommitting) void run();
      return promise;
    },
  };
}
