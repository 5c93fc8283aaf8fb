import type { Problem } from '@pimento/contract';

/** Thrown if the service refuses a request with an RFC 9457 problem document. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly problem: Problem;
  /** Stable kebab-case code that programs can compare. */
  readonly code: string;
  readonly status: number;

  constructor(problem: Problem) {
    super(problem.detail);
    this.problem = problem;
    this.code = problem.code;
    this.status = problem.status;
  }
}
