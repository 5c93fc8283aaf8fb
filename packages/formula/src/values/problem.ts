/** A part of a formula's text. Offsets are in UTF-16 units. Line and column (in code points) count from 1. */
export interface Span {
  start: number;
  end: number;
  line: number;
  column: number;
}

export type Params = Readonly<Record<string, string | number>>;

/** Codes of problems that a formula can return for a product. */
export type ProblemCode =
  | 'asset-not-ready'
  | 'division-by-zero'
  | 'no-public-address'
  | 'no-such-item'
  | 'not-a-date'
  | 'not-a-decimal'
  | 'not-a-gtin'
  | 'not-a-quantity'
  | 'not-a-whole-number'
  | 'not-in-table'
  | 'not-money'
  | 'too-much-work'
  | 'unit-unknown'
  | 'units-differ'
  | 'unknown-currency'
  | 'unknown-option'
  | 'unknown-time-zone'
  | 'wrong-check-digit'
  | 'wrong-type';

/** The reason why a formula has no value for a product. Problems are returned like values. Only `attempt` catches them. */
export class Problem {
  readonly code: ProblemCode;
  readonly params: Params;
  readonly span: Span | undefined;

  constructor(code: ProblemCode, params: Params = {}, span?: Span) {
    this.code = code;
    this.params = params;
    this.span = span;
  }

  /** Adds a position to the problem, unless it already has one. The innermost position therefore remains. */
  at(span: Span): Problem {
    return this.span === undefined ? new Problem(this.code, this.params, span) : this;
  }
}

const maxShown = 80;

/** Shortens text to 80 characters and an ellipsis, for use as a parameter of a problem. */
export function shown(text: string): string {
  if (text.length <= maxShown) return text;
  return `${Array.from(text.slice(0, maxShown * 2))
    .slice(0, maxShown)
    .join('')}…`;
}
