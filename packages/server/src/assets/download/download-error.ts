/** A download failed. `code` is stable; the message is a sentence for people. */
export class DownloadError extends Error {
  readonly code: string;
  /** Another try would have the same result. */
  readonly isFinal: boolean;
  /** Milliseconds for which the server asks for no further request. */
  readonly retryAfterMs: number | undefined;

  constructor(code: string, message: string, options: { isFinal?: boolean; retryAfterMs?: number | undefined } = {}) {
    super(message);
    this.name = 'DownloadError';
    this.code = code;
    this.isFinal = options.isFinal ?? false;
    this.retryAfterMs = options.retryAfterMs;
  }
}
