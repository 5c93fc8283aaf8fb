import { createHash } from 'node:crypto';

/** What a problem is counted and filtered by. */
export interface ProblemKind {
  target: string;
  code: string;
  level: string;
}

/** Returns a text that is the same for problems of one kind. */
export function kindName({ target, code, level }: { target: string | null; code: string; level: string }): string {
  return [target ?? '', code, level].join('\u0000');
}

/** Returns the number that a kind of problem has first: 32 bits of a hash. */
export function firstNumber(clientId: string, channelId: string, kind: string): number {
  return createHash('sha256').update([clientId, channelId, kind].join('\u0000')).digest().readInt32BE(0);
}

/** Returns the next number after one that another kind has. */
export function nextNumber(number: number): number {
  return (number + 1) | 0;
}
