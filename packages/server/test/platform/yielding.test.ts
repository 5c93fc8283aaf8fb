import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { createYielding } from '../../src/platform/index.ts';

const run = (isUrgent = false) => ({ signal: new AbortController().signal, isUrgent: () => isUrgent });

/** Background work with a number of steps, in a process that alternately reports that it is busy and that it is not. */
function startWork({ steps }: { steps: number }) {
  let left = steps;
  let ms = 0;
  let isBusy = false;
  const yielding = createYielding({
    clock: { monotonic: () => ms },
    isBusy: () => (isBusy = !isBusy),
  });
  return {
    add(more: number) {
      left += more;
    },
    /** Runs the work once a second for the given number of seconds. @returns the number of steps that are left */
    runFor(seconds: number): number {
      for (let second = 0; second < seconds; second += 1) {
        ms += 1000;
        while (left > 0 && !yielding.mustYield(run())) left -= 1;
        if (left === 0) yielding.finish();
      }
      return left;
    },
  };
}

test('Work runs after two minutes, although the gaps between imports are too short for it.', () => {
  const work = startWork({ steps: 5000 });
  const left = work.runFor(100);
  assert.ok(left > 4800 && left < 5000, `${left} steps are left`);
  assert.equal(work.runFor(30), 0);
  work.add(5000);
  assert.ok(work.runFor(100) > 4800, 'work that follows waits again');
});

test('An urgent run does not wait, and a limit of its own makes other work wait for less.', () => {
  let ms = 0;
  const yielding = createYielding({ clock: { monotonic: () => ms }, isBusy: () => true });
  assert.equal(yielding.mustYield(run(true)), false);
  assert.equal(yielding.mustYield(run(), 2000), true);
  ms = 2500;
  assert.deepEqual([yielding.mustYield(run(), 2000), yielding.mustYield(run())], [false, true]);
});

test('A run that must yield does not pause first, however long its step took.', async () => {
  const hourMs = 3_600_000;
  const yielding = createYielding({ clock: { monotonic: () => 0 }, isBusy: () => true });
  const paused = yielding.pauseAfter(run(), hourMs).then(() => 'ended');
  assert.equal(await Promise.race([paused, setImmediate('paused')]), 'ended');
});
