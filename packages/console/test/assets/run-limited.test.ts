import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { runLimited } from '../../src/assets/upload/run-limited.ts';

test('every task runs once, in order, and never more than the limit at the same time', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 5 }), fc.array(fc.nat(3), { maxLength: 20 }), async (limit, turns) => {
      const started: number[] = [];
      let running = 0;
      let maxRunning = 0;
      const tasks = turns.map((turn, index) => async () => {
        started.push(index);
        running += 1;
        maxRunning = Math.max(maxRunning, running);
        for (let left = turn; left >= 0; left--) await Promise.resolve();
        running -= 1;
      });
      await runLimited(limit, tasks);
      assert.deepEqual(started, [...turns.keys()]);
      assert.equal(running, 0);
      assert.ok(maxRunning <= limit);
    }),
  );
});

test('a failing task fails the whole', async () => {
  const fail = () => Promise.reject(new Error('no'));
  await assert.rejects(runLimited(2, [fail]), /no/);
});
