import assert from 'node:assert/strict';

/** Asserts that two lists are equal. Reports only the first difference instead of thousands of lines. */
export function assertSameOrder(actual: readonly string[], expected: readonly string[], whose: string): void {
  const place = expected.findIndex((id, index) => actual[index] !== id);
  assert.deepEqual({ length: actual.length, differsAt: place }, { length: expected.length, differsAt: -1 }, whose);
}

/** Asserts that the events of each writer are in the order in which it committed them. Their subjects end with "writer/number". */
export function assertEachInOrder(stream: readonly { subject: string }[], writers: number): void {
  for (let writer = 0; writer < writers; writer += 1) {
    const numbers = stream.flatMap(({ subject }) => {
      const [name, number] = subject.split('/').slice(-2);
      return Number(name) === writer ? [Number(number)] : [];
    });
    const sorted = numbers.toSorted((a, b) => a - b);
    assertSameOrder(numbers.map(String), sorted.map(String), `the events of writer ${writer}`);
  }
}
