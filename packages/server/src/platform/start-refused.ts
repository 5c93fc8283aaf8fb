/**
 * Thrown if a condition must be fixed before Pimento can start. The message is one clear sentence that states the problem and the fix. It
 * is printed unchanged, without a stack trace, and the process exits with code 2.
 */
export class StartRefusedError extends Error {
  override readonly name = 'StartRefusedError';
}
