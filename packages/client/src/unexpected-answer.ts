/** Something answered that does not speak this interface: a proxy, or another program at this address. */
export class UnexpectedAnswerError extends Error {
  override readonly name = 'UnexpectedAnswerError';
  readonly status: number;
  /** The beginning of what was answered. */
  readonly text: string;

  constructor(url: string, status: number, text: string) {
    super(`${url} answered ${status} with something that is not of this service. Is the base address right?`);
    this.status = status;
    this.text = text.slice(0, 2000);
  }
}
