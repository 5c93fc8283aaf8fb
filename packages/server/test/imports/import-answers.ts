import assert from 'node:assert/strict';
import type { TestAnswer } from '../test-service.ts';

/** Returns the counts of created, updated, unchanged and rejected products. */
const counts = ({ body }: TestAnswer): number[] => [body.created, body.updated, body.unchanged, body.rejected];

/** Asserts that an import completed, counted every product once, and has the expected counts. */
export function assertCounts(answer: TestAnswer, expected: [number, number, number, number]): void {
  assert.equal(answer.status, 200, answer.text.slice(0, 2_000));
  assert.deepEqual(counts(answer), expected, answer.text.slice(0, 2_000));
  assert.equal(
    answer.body.received,
    expected.reduce((sum, count) => sum + count, 0),
  );
}

/** Returns `code path` of every problem, in the order of the response. */
export const problemsOf = ({ body }: TestAnswer): string[] =>
  body.errors.map(({ code, path }: { code: string; path: string }) => `${code} ${path}`);
