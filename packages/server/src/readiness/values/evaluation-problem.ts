import type { EvaluationCode, ProblemLevel, ProblemParams } from '@pimento/contract';
import type { Problem } from '@pimento/formula';

/** What is wrong with a product on a channel. Its sentence is made from code and parameters when it is read. */
export interface EvaluationProblem {
  level: ProblemLevel;
  code: EvaluationCode;
  /** Path of the target; null for problems of the whole product. */
  target: string | null;
  /** Number of the row of the outermost composite, from 1. */
  row?: number;
  params: Record<string, unknown>;
  /** The sentence of the standard or of the client's own rule. */
  explanation?: string;
}

/** What is wrong with one value, before its target and level are known. */
export interface Fault {
  code: EvaluationCode;
  params: Record<string, unknown>;
}

/** Creates a fault with the parameters of its code. */
export function fault<Code extends EvaluationCode>(code: Code, params: ProblemParams[Code]): Fault {
  return { code, params };
}

/** Returns the problem of a formula as the fault of a target. */
export function faultOfFormula({ code, params, span }: Problem, attribute: string): Fault {
  const position = span === undefined ? {} : { line: span.line, column: span.column };
  return { code, params: { attribute, ...params, ...position } };
}

/** Problems that make a product incomplete instead of invalid. */
export const missingCodes: ReadonlySet<EvaluationCode> = new Set<EvaluationCode>([
  'required-missing',
  'required-unmapped',
  'required-in-category',
  'one-of-missing',
  'asset-not-ready',
  'asset-failed',
]);
