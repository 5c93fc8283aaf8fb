/** Why a download did not come to an end. `code` is stable; the message is a sentence for people. */
export class DownloadFailure extends Error {
  readonly code: string;
  /** Trying again would bring the same. */
  readonly isFinal: boolean;
  /** The server asks not to be asked again for so long. */
  readonly retryAfterMs: number | undefined;

  constructor(code: string, message: string, options: { isFinal?: boolean; retryAfterMs?: number | undefined } = {}) {
    super(message);
    this.name = 'DownloadFailure';
    this.code = code;
    this.isFinal = options.isFinal ?? false;
    this.retryAfterMs = options.retryAfterMs;
  }
}
