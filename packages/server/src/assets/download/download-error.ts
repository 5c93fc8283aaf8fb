/** A failed download. `code` is stable. The message is a readable sentence. */
export class DownloadError extends Error {
  readonly code: string;
  /** True if a retry would have the same result. */
  readonly isFinal: boolean;
  /** Milliseconds to wait before the next request, as demanded by the server. Undefined if the server demands no wait. */
  readonly retryAfterMs: number | undefined;

  constructor(code: string, message: string, options: { isFinal?: boolean; retryAfterMs?: number | undefined } = {}) {
    super(message);
    this.name = 'DownloadError';
    this.code = code;
    this.isFinal = options.isFinal ?? false;
    this.retryAfterMs = options.retryAfterMs;
  }
}
