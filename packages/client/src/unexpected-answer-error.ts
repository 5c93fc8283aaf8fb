/** Thrown if a response does not match the API. It probably comes from a different program at this URL, such as a proxy. */
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
