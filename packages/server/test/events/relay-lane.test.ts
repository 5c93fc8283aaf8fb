import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createRelayLane } from '../../src/events/relay-lane-service.ts';
import { isWorthWaiting, pauseAfter, type RelayOutcome } from '../../src/events/relay-rules.ts';

/** Creates a lane whose attempts end with these outcomes, and then with `done`. */
function laneOf(outcomes: RelayOutcome[]) {
  const stop = new AbortController();
  const made = { attempts: 0, idle: 0 };
  const lane = createRelayLane(
    async () => {
      made.attempts += 1;
      return outcomes.shift() ?? 'done';
    },
    () => (made.idle += 1),
    stop.signal,
  );
  return { lane, made, stop };
}

test('pauses get longer up to a limit, and an answer waits only for the short ones of a locked stream', () => {
  fc.assert(
    fc.property(fc.constantFrom('locked', 'failed'), fc.integer({ min: 1, max: 2_000 }), (outcome, times) => {
      const pause = pauseAfter(outcome, times);
      assert.ok(pause > 0 && pause <= (outcome === 'locked' ? 250 : 2_000));
      assert.ok(pauseAfter(outcome, times + 1) >= pause);
      if (isWorthWaiting(outcome, times)) assert.ok(pause <= 20);
    }),
  );
});

test('callers that arrive during an attempt wait for the next one, and all of them share it', async () => {
  const { lane, made } = laneOf([]);
  const first = lane.relay();
  const others = [lane.relay(), lane.relay(), lane.relay()];
  await Promise.all([first, ...others]);
  assert.equal(made.attempts, 2);
  await lane.ended();
  assert.equal(made.idle, 1);
});

test('an attempt that leaves events is followed by another one before the caller goes on', async () => {
  const { lane, made } = laneOf(['more', 'locked', 'more', 'locked', 'locked', 'done']);
  await lane.relay();
  assert.equal(made.attempts, 6);
});

test('if the database fails or a stream stays locked, callers go on, and the lane tries again until it succeeds', async () => {
  for (const outcomes of [['failed'], Array.from({ length: 5 }, () => 'locked')] as RelayOutcome[][]) {
    const { lane, made } = laneOf([...outcomes]);
    await lane.relay();
    const attempts = made.attempts;
    assert.ok(attempts <= 4, `${attempts} attempts`);
    await lane.relay();
    assert.equal(made.attempts, attempts, 'a caller does not wait during a long pause');
    await lane.ended();
    assert.equal(made.attempts, outcomes.length + 1);
  }
});

test('a lane that is stopped ends its pause, and its callers go on', async () => {
  const { lane, made, stop } = laneOf(Array.from({ length: 100 }, () => 'locked'));
  const waiting = lane.relay();
  stop.abort();
  await Promise.all([waiting, lane.ended(), lane.relay()]);
  assert.ok(made.attempts <= 1);
});
