/** Runs tasks one after another, in the order of the calls. */
export class Lock {
  #last: Promise<unknown> = Promise.resolve();

  run<Result>(task: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(task);
    // a failed task does not fail the next one
    this.#last = result.catch(() => undefined);
    return result;
  }
}
