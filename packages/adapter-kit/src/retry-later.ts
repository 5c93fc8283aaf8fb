/** The target is not there just now. The try does not count, and the client's events wait, in their order, until it is back. */
export class RetryLater extends Error {
  override readonly name = 'RetryLater';
  /** Milliseconds that the target asked for. */
  readonly afterMs: number | undefined;

  constructor(message: string, options: { afterMs?: number; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.afterMs = options.afterMs;
  }
}

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_SOCKET',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
]);

/** Does the error say that the target was out of reach? fetch hides the reason some levels down. */
export function isOutOfReach(error: unknown): boolean {
  if (error instanceof RetryLater) return true;
  if (!(error instanceof Error)) return false;
  if ('code' in error && typeof error.code === 'string' && networkCodes.has(error.code)) return true;
  return isOutOfReach(error.cause);
}
