import assert from 'node:assert/strict';
import type { TestAnswer } from '../test-service.ts';

/** Created, updated, unchanged, rejected. */
const counts = ({ body }: TestAnswer): number[] => [body.created, body.updated, body.unchanged, body.rejected];

/** An import that reached its end and counted every product once. */
export function assertCounts(answer: TestAnswer, expected: [number, number, number, number]): void {
  assert.equal(answer.status, 200, answer.text.slice(0, 2_000));
  assert.deepEqual(counts(answer), expected, answer.text.slice(0, 2_000));
  assert.equal(
    answer.body.received,
    expected.reduce((sum, count) => sum + count, 0),
  );
}

/** Code and path of every problem, in the order of the answer. */
export const problemsOf = ({ body }: TestAnswer): string[] =>
  body.errors.map(({ code, path }: { code: string; path: string }) => `${code} ${path}`);
