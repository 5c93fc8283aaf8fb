import type { Params, Span } from '../values/problem.ts';

/** Codes of errors that are found before a formula runs. */
export type FormulaErrorCode =
  | 'ambiguous-name'
  | 'duplicate-let'
  | 'expected'
  | 'invalid-escape'
  | 'invalid-pattern'
  | 'literal-required'
  | 'no-element'
  | 'not-a-date'
  | 'not-a-decimal'
  | 'not-a-whole-number'
  | 'reserved-syntax'
  | 'too-deep'
  | 'too-few-arguments'
  | 'too-long'
  | 'too-many-arguments'
  | 'too-many-nodes'
  | 'unclosed'
  | 'unexpected'
  | 'unexpected-character'
  | 'unknown-attribute'
  | 'unknown-child'
  | 'unknown-currency'
  | 'unknown-field'
  | 'unknown-function'
  | 'unknown-option'
  | 'unknown-table'
  | 'unknown-time-zone'
  | 'unknown-unit'
  | 'unknown-value-map'
  | 'wrong-type';

export interface FormulaError {
  code: FormulaErrorCode;
  params: Params;
  span: Span;
  /** The most similar name or value that would be valid at the position, or undefined if there is none. */
  replacement?: string;
}
