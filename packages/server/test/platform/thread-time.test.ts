import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { test } from 'node:test';
import { createThreadTime, createTimeSlices, type TimeSlices } from '../../src/platform/core.ts';

/** Works until the current slice is over. */
function work(slices: TimeSlices): Promise<void> {
  for (;;) {
    const pause = slices.next();
    if (pause !== undefined) return pause;
  }
}

test('work lets the event loop proceed after each slice', async () => {
  const slices = createTimeSlices();
  let turns = 0;
  const waiting = setImmediate().then(() => (turns += 1));
  await work(slices);
  assert.equal(turns, 1);
  assert.equal(slices.next(), undefined, 'the next slice has begun');
  await waiting;
});

test('background work waits until the last request has ended', async () => {
  const time = createThreadTime(60_000);
  const order: string[] = [];
  const request = async (name: string) => {
    for (let turn = 0; turn < 5; turn += 1) await setImmediate();
    order.push(name);
  };
  const background = work(time.backgroundSlices()).then(() => order.push('background'));
  const first = time.request(() => request('first'));
  const failing = time.request(() => request('second').then(() => Promise.reject(new Error('failed'))));
  await assert.rejects(failing, /^Error: failed$/);
  await Promise.all([first, background]);
  assert.deepEqual(order, ['first', 'second', 'background']);
  await work(time.backgroundSlices());
});

test('background work continues although a request does not end', async () => {
  const time = createThreadTime();
  const never = Promise.withResolvers<void>();
  const running = time.request(() => never.promise);
  const slices = time.backgroundSlices();
  for (let slice = 0; slice < 3; slice += 1) await work(slices);
  never.resolve();
  await running;
});
