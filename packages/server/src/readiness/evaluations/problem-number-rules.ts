import { createHash } from 'node:crypto';

/** The properties by which problems are counted and filtered. */
export interface ProblemKind {
  target: string;
  code: string;
  level: string;
}

/** Returns a string that is the same for all problems of one kind. */
export function kindName({ target, code, level }: { target: string | null; code: string; level: string }): string {
  return [target ?? '', code, level].join('\u0000');
}

/** Returns the first number to try for a kind of problem. The number is 32 bits of a hash. */
export function firstNumber(clientId: string, channelId: string, kind: string): number {
  return createHash('sha256').update([clientId, channelId, kind].join('\u0000')).digest().readInt32BE(0);
}

/** Returns the number to try next if another kind already has this number. */
export function nextNumber(number: number): number {
  return (number + 1) | 0;
}
