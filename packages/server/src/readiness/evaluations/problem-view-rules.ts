import type { ReadinessProblem } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import type { EvaluationProblem } from '../values/evaluation-problem.ts';

/** Returns a problem with its sentence. The sentence of the standard or of the client's own rule comes first. */
export function problemView({ level, code, target, row, params, explanation }: EvaluationProblem): ReadinessProblem {
  const { message } = problem(code, params as never); // stored with the parameters of its code
  return {
    level,
    code,
    target,
    ...(row !== undefined && { row }),
    message: explanation === undefined || explanation === message ? message : `${explanation} ${message}`,
    params,
  };
}
