import type { EvaluationCode, ProblemLevel, ProblemParams } from '@pimento/contract';
import type { Problem } from '@pimento/formula';

/** A problem of a product on a channel. Its message is created from the code and the parameters when the problem is read. */
export interface EvaluationProblem {
  level: ProblemLevel;
  code: EvaluationCode;
  /** Path of the target. Null for problems of the whole product. */
  target: string | null;
  /** Number of the row of a multi-valued top-level composite, from 1, without empty rows. */
  row?: number;
  params: Record<string, unknown>;
  /** The explanation that the standard or the house rule gives, if any. */
  explanation?: string;
}

/** A problem of one value, before its target and level are known. */
export interface Fault {
  code: EvaluationCode;
  params: Record<string, unknown>;
}

/** Creates a fault from a code and the parameters of this code. */
export function fault<Code extends EvaluationCode>(code: Code, params: ProblemParams[Code]): Fault {
  return { code, params };
}

/** Converts the problem of a formula to the fault of a target. */
export function faultOfFormula({ code, params, span }: Problem, attribute: string): Fault {
  const position = span === undefined ? {} : { line: span.line, column: span.column };
  return { code, params: { attribute, ...params, ...position } };
}

/** Codes of problems that make a product incomplete rather than invalid. */
export const missingCodes: ReadonlySet<EvaluationCode> = new Set<EvaluationCode>([
  'required-missing',
  'required-unmapped',
  'required-in-category',
  'one-of-missing',
  'asset-not-ready',
  'asset-failed',
]);
