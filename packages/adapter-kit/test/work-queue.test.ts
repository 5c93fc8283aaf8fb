import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createWorkQueue } from '../src/work-queue.ts';

it('retries work that becomes due while the queue searches for due work', { timeout: 10_000 }, async (test) => {
  let now = 1_000;
  test.mock.method(Date, 'now', () => (now += 1));
  let tries = 0;
  const queue = createWorkQueue<string>(
    1,
    () => {
      tries += 1;
      // With this wait, the lane becomes due between the next two readings of the clock.
      return Promise.resolve(tries < 3 ? { waitMs: 1.5, isUnreachable: true } : undefined);
    },
    () => undefined,
  );
  queue.add('lane', 'work');
  // Keeps the process alive if the queue schedules no timer, so that the test then fails by its timeout.
  const guard = setInterval(() => undefined, 1_000);
  await queue.below(1);
  clearInterval(guard);
  assert.equal(tries, 3);
});
