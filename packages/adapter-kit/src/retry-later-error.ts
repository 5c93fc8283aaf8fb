/**
 * Thrown while the target is temporarily unavailable. The attempt does not count, and the client's events wait in order until the target is
 * available.
 */
export class RetryLaterError extends Error {
  override readonly name = 'RetryLaterError';
  /** The wait that the target requested, in milliseconds. */
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

/**
 * Returns true if the error means that the target is unreachable. Also checks nested causes, because the errors of `fetch` contain the
 * reason in their causes.
 */
export function isUnreachableError(error: unknown): boolean {
  if (error instanceof RetryLaterError) return true;
  if (!(error instanceof Error)) return false;
  if ('code' in error && typeof error.code === 'string' && networkCodes.has(error.code)) return true;
  return isUnreachableError(error.cause);
}
