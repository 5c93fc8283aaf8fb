/** Thrown if a command cannot be run with the given options. The message addresses the user. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
