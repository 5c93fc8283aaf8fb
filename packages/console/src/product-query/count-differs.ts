import { ProblemError } from '@pimento/client';

/** How many products were seen to match, and when. */
export interface SeenCount {
  count: number;
  /** What was changed since is not what was seen; undefined where that does not matter. */
  asOf: string | undefined;
}

/** Found out here that another number matches than was seen; the service says it with a code. */
export class CountDiffers extends Error {
  override readonly name = 'CountDiffers';
  readonly count: number;

  constructor(count: number) {
    super(`${count} products match now`);
    this.count = count;
  }
}

/** What matches now, where that is why something was refused. */
export function readRecount(error: unknown): SeenCount | undefined {
  if (error instanceof CountDiffers) return { count: error.count, asOf: undefined };
  if (!(error instanceof ProblemError) || error.code !== 'count-differs') return undefined;
  const { count, countedAt } = error.problem;
  return typeof count === 'number' ? { count, asOf: typeof countedAt === 'string' ? countedAt : undefined } : undefined;
}
