/**
 * Runs tasks in order, at most `limit` at the same time.
 * @throws the error of the first task that fails
 */
export async function runLimited(limit: number, tasks: readonly (() => Promise<void>)[]): Promise<void> {
  const queue = tasks.values();
  const work = async () => {
    for (const task of queue) await task();
  };
  await Promise.all(Array.from({ length: limit }, work));
}
