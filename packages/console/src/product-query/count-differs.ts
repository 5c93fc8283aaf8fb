import { ProblemError } from '@pimento/client';

/** The number of matching products that a person has seen. */
export interface SeenCount {
  count: number;
  /** When they were counted: later changes were not seen. Undefined if that does not matter. */
  asOf: string | undefined;
}

/** Another number of products matches than the person has seen, as found by the console. The service reports the same as a problem. */
export class CountDiffersError extends Error {
  override readonly name = 'CountDiffersError';
  readonly count: number;

  constructor(count: number) {
    super(`${count} products match now`);
    this.count = count;
  }
}

/** The number that matches now, if that is why a request was refused. */
export function readRecount(error: unknown): SeenCount | undefined {
  if (error instanceof CountDiffersError) return { count: error.count, asOf: undefined };
  if (!(error instanceof ProblemError) || error.code !== 'count-differs') return undefined;
  const { count, countedAt } = error.problem;
  return typeof count === 'number' ? { count, asOf: typeof countedAt === 'string' ? countedAt : undefined } : undefined;
}
