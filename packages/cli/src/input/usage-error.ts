/** The command cannot be run as it was given; the message is one sentence for the person who gave it. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
