/** Thrown if the service was unreachable or the connection broke before the response was complete. `cause` is the error of the runtime. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  readonly url: string;

  constructor(url: string, cause: unknown) {
    super(`No complete answer from ${url}: ${reasonOf(cause)}`, { cause });
    this.url = url;
  }
}

/** Returns the reason for a connection failure. Errors of `fetch` contain the reason only in their nested causes. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  if (cause.cause instanceof Error) return reasonOf(cause.cause);
  if (cause instanceof AggregateError && cause.errors.length > 0) return reasonOf(cause.errors[0]);
  return cause.message || cause.name;
}
