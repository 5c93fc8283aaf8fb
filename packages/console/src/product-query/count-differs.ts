import { ProblemError } from '@pimento/client';

/** The number of chosen products, as it was shown to the user. */
export interface SeenCount {
  count: number;
  /** The time of the count. The user has not seen any later changes. It is undefined if the time is unknown. */
  asOf: string | undefined;
}

/**
 * Thrown if the console finds that the number of chosen products differs from the number that the user saw. The service reports the same
 * condition as a problem.
 */
export class CountDiffersError extends Error {
  override readonly name = 'CountDiffersError';
  readonly count: number;

  constructor(count: number) {
    super(`${count} products match now`);
    this.count = count;
  }
}

/** Returns the current number of chosen products if a request was rejected because this number has changed, otherwise undefined. */
export function readRecount(error: unknown): SeenCount | undefined {
  if (error instanceof CountDiffersError) return { count: error.count, asOf: undefined };
  if (!(error instanceof ProblemError) || error.code !== 'count-differs') return undefined;
  const { count, countedAt } = error.problem;
  return typeof count === 'number' ? { count, asOf: typeof countedAt === 'string' ? countedAt : undefined } : undefined;
}
