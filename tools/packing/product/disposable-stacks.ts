// Adds DisposableStack and AsyncDisposableStack to Node 22, which lacks both. Only the packed product contains this file. It can be removed
// when Node 22 is no longer supported.

type Disposal = () => unknown;

/** The pending disposals of a stack. `take` returns them only once, the newest first. */
class Disposals {
  #list: Disposal[] = [];
  isDisposed = false;

  add(disposal: Disposal): void {
    if (this.isDisposed) throw new ReferenceError('The stack is disposed already');
    this.#list.push(disposal);
  }

  take(): Disposal[] {
    this.isDisposed = true;
    return this.#list.splice(0).toReversed();
  }

  moveTo(other: Disposals): void {
    for (const disposal of this.take().toReversed()) other.add(disposal);
  }
}

class SimpleDisposableStack implements DisposableStack {
  readonly #disposals = new Disposals();
  readonly [Symbol.toStringTag] = 'DisposableStack';

  get disposed(): boolean {
    return this.#disposals.isDisposed;
  }

  use<T extends Disposable | null | undefined>(resource: T): T {
    if (resource) this.#disposals.add(() => resource[Symbol.dispose]());
    return resource;
  }

  adopt<T>(value: T, onDispose: (value: T) => void): T {
    this.#disposals.add(() => onDispose(value));
    return value;
  }

  defer(onDispose: () => void): void {
    this.#disposals.add(onDispose);
  }

  move(): DisposableStack {
    const moved = new SimpleDisposableStack();
    this.#disposals.moveTo(moved.#disposals);
    return moved;
  }

  dispose(): void {
    const errors: unknown[] = [];
    for (const disposal of this.#disposals.take()) {
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

class SimpleAsyncDisposableStack implements AsyncDisposableStack {
  readonly #disposals = new Disposals();
  readonly [Symbol.toStringTag] = 'AsyncDisposableStack';

  get disposed(): boolean {
    return this.#disposals.isDisposed;
  }

  use<T extends AsyncDisposable | Disposable | null | undefined>(resource: T): T {
    if (resource)
      this.#disposals.add(() =>
        Symbol.asyncDispose in resource ? resource[Symbol.asyncDispose]() : resource[Symbol.dispose](),
      );
    return resource;
  }

  adopt<T>(value: T, onDispose: (value: T) => PromiseLike<void> | void): T {
    this.#disposals.add(() => onDispose(value));
    return value;
  }

  defer(onDispose: () => PromiseLike<void> | void): void {
    this.#disposals.add(onDispose);
  }

  move(): AsyncDisposableStack {
    const moved = new SimpleAsyncDisposableStack();
    this.#disposals.moveTo(moved.#disposals);
    return moved;
  }

  async disposeAsync(): Promise<void> {
    const errors: unknown[] = [];
    for (const disposal of this.#disposals.take()) {
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
