/** The service could not be reached, or the connection broke before its answer was complete. `cause` is the runtime's own error. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  readonly url: string;

  constructor(url: string, cause: unknown) {
    super(`No complete answer from ${url}: ${reasonOf(cause)}`, { cause });
    this.url = url;
  }
}

/** fetch says "fetch failed" and hides the reason one level or two further down. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  if (cause.cause instanceof Error) return reasonOf(cause.cause);
  if (cause instanceof AggregateError && cause.errors.length > 0) return reasonOf(cause.errors[0]);
  return cause.message || cause.name;
}
