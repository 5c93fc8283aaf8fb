/** The answer is not from this service: from a proxy, for example, or another program at this address. */
export class UnexpectedAnswerError extends Error {
  override readonly name = 'UnexpectedAnswerError';
  readonly status: number;
  /** The beginning of the body. */
  readonly text: string;

  constructor(url: string, status: number, text: string) {
    super(`${url} answered ${status}, but not with an answer of Pimento. Check the base URL.`);
    this.status = status;
    this.text = text.slice(0, 2000);
  }
}
