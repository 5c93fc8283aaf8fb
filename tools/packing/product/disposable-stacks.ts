// Adds DisposableStack and AsyncDisposableStack to Node 22, which lacks both; Node 24 has them. Only the packed product contains this file,
// so it ends with the support of Node 22. It has the functions that the server uses.

type Disposal = () => unknown;

class SimpleDisposableStack {
  #disposals: Disposal[] = [];

  use<T extends Disposable | null | undefined>(resource: T): T {
    if (resource) this.#disposals.push(() => resource[Symbol.dispose]());
    return resource;
  }

  defer(disposal: () => void): void {
    this.#disposals.push(disposal);
  }

  dispose(): void {
    const errors: unknown[] = [];
    for (const disposal of this.#disposals.splice(0).toReversed()) {
      try {
        disposal();
      } catch (error) {
        errors.push(error);
      }
    }
    throwFirst(errors);
  }

  [Symbol.dispose](): void {
    this.dispose();
  }
}

class SimpleAsyncDisposableStack {
  #disposals: Disposal[] = [];

  use<T extends AsyncDisposable | Disposable | null | undefined>(resource: T): T {
    if (resource)
      this.#disposals.push(() =>
        Symbol.asyncDispose in resource ? resource[Symbol.asyncDispose]() : resource[Symbol.dispose](),
      );
    return resource;
  }

  defer(disposal: () => unknown): void {
    this.#disposals.push(disposal);
  }

  move(): SimpleAsyncDisposableStack {
    const moved = new SimpleAsyncDisposableStack();
    moved.#disposals = this.#disposals.splice(0);
    return moved;
  }

  async disposeAsync(): Promise<void> {
    const errors: unknown[] = [];
    for (const disposal of this.#disposals.splice(0).toReversed()) {
      try {
        await disposal();
      } catch (error) {
        errors.push(error);
      }
    }
    throwFirst(errors);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.disposeAsync();
  }
}

function throwFirst(errors: unknown[]): void {
  if (errors.length > 0) throw errors[0];
}

const target: { DisposableStack?: unknown; AsyncDisposableStack?: unknown } = globalThis;
target.DisposableStack ??= SimpleDisposableStack;
target.AsyncDisposableStack ??= SimpleAsyncDisposableStack;
