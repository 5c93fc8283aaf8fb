import assert from 'node:assert/strict';

/** Asserts that two lists are equal. Reports only the first difference instead of thousands of lines. */
export function assertSameOrder(actual: readonly string[], expected: readonly string[], whose: string): void {
  const place = expected.findIndex((id, index) => actual[index] !== id);
  assert.deepEqual({ length: actual.length, differsAt: place }, { length: expected.length, differsAt: -1 }, whose);
}
