import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createWorkQueue } from '../src/work-queue.ts';

it('tries work again that becomes due while the queue looks for what is due', { timeout: 10_000 }, async (test) => {
  let now = 1_000;
  test.mock.method(Date, 'now', () => (now += 1));
  let tries = 0;
  const queue = createWorkQueue<string>(
    1,
    () => {
      tries += 1;
      // due between the next reading of the clock and the one after it
      return Promise.resolve(tries < 3 ? { waitMs: 1.5, isAway: true } : undefined);
    },
    () => undefined,
  );
  queue.add('lane', 'work');
  // the queue's own timers keep nothing waiting for ever: without one that fires this would end unsettled
  const guard = setInterval(() => undefined, 1_000);
  await queue.below(1);
  clearInterval(guard);
  assert.equal(tries, 3);
});
