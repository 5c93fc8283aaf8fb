/** Thrown if the response is not from the service but, for example, from a proxy or another program at this URL. */
export class UnexpectedAnswerError extends Error {
  override readonly name = 'UnexpectedAnswerError';
  readonly status: number;
  /** The beginning of the response body. */
  readonly text: string;

  constructor(url: string, status: number, text: string) {
    super(`${url} answered ${status}, but not with an answer of Pimento. Check the base URL.`);
    this.status = status;
    this.text = text.slice(0, 2000);
  }
}
