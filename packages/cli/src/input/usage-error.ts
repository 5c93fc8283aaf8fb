/** Thrown if a command cannot be run with the given options; the message is written for the user. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
