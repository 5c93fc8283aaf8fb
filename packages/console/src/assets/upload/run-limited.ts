/**
 * Runs tasks in their order, at most `limit` at the same time.
 * @throws what the first failing task throws
 */
export async function runLimited(limit: number, tasks: readonly (() => Promise<void>)[]): Promise<void> {
  const queue = tasks.values();
  const work = async () => {
    for (const task of queue) await task();
  };
  await Promise.all(Array.from({ length: limit }, work));
}
