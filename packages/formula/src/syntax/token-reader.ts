import type { Params, Span } from '../values/problem.ts';
import type { FormulaError, FormulaErrorCode } from './formula-error.ts';
import type { Token } from './token.ts';

const noSpan: Span = { start: 0, end: 0, line: 1, column: 1 };

/** Reads tokens one by one. Keeps the first error, and the comments between the tokens that were read. */
export class TokenReader {
  readonly #tokens: readonly Token[];
  #index = 0;
  #comments: string[] = [];
  error: FormulaError | undefined;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  get current(): Token {
    return this.at(0);
  }

  /** Returns the token that is `ahead` tokens after the current token, or the end token if there are too few tokens. */
  at(ahead: number): Token {
    return (
      this.#tokens[this.#index + ahead] ?? this.#tokens.at(-1) ?? { kind: 'end', text: '', span: noSpan, comments: [] }
    );
  }

  next(): Token {
    const token = this.current;
    this.#comments.push(...token.comments);
    if (this.#index < this.#tokens.length - 1) this.#index += 1;
    return token;
  }

  is(kind: 'sign' | 'keyword', text: string): boolean {
    return this.current.kind === kind && this.current.text === text;
  }

  take(kind: 'sign' | 'keyword', text: string): boolean {
    const found = this.is(kind, text);
    if (found) this.next();
    return found;
  }

  /** Consumes a sign. Records an error if the sign is missing. */
  expect(text: string): boolean {
    return (
      this.take('sign', text) || this.fail('expected', this.current.span, { expected: text, found: this.current.text })
    );
  }

  /** Records an error, unless an error has already been recorded. Always returns false. */
  fail(code: FormulaErrorCode, span: Span, params: Params = {}): false {
    this.error ??= { code, params, span };
    return false;
  }

  /** Returns the comments that were read since the last call. */
  takeComments(): string[] {
    const comments = this.#comments;
    this.#comments = [];
    return comments;
  }

  /** Returns the span from `start` to the end of the last token that was read. */
  spanFrom(start: Span): Span {
    const last = this.#tokens[this.#index - 1]?.span ?? start;
    return { ...start, end: Math.max(start.end, last.end) };
  }
}
