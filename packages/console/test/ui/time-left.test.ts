import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ProgressSample, timeLeft, withSample } from '../../src/ui/counts/time-left.ts';

/** Appends one sample per second. `speeds` are in units per second. */
function run(speeds: readonly number[], start: ProgressSample[] = []): ProgressSample[] {
  let samples = start;
  let { at, done } = start.at(-1) ?? { at: 0, done: 0 };
  for (const speed of speeds) {
    at += 1000;
    done += speed;
    samples = withSample(samples, { at, done });
  }
  return samples;
}
const times = (count: number, speed: number) => Array.from({ length: count }, () => speed);

test('the time left is unknown for the first seconds, then follows the speed', () => {
  assert.equal(timeLeft([], 1000, 0), undefined);
  assert.equal(timeLeft(run(times(8, 10)), 1000, 8000), undefined);
  assert.equal(timeLeft(run(times(10, 10)), 1000, 10_000), 90_000);
  assert.equal(timeLeft(run(times(10, 10)), 1000, 12_000), 88_000, 'two seconds after the last sample');
});

test('a job that became slower a minute ago has the time left of its new speed', () => {
  const samples = run(times(61, 1), run(times(60, 100)));
  assert.equal(timeLeft(samples, 6161, 121_000), 100_000);
});

test('a job without progress, a restarted job and a job at its end have no time left', () => {
  const samples = run(times(20, 10));
  assert.equal(timeLeft(withSample(samples, { at: 50_000, done: 200 }), 1000, 50_000), undefined);
  assert.equal(timeLeft(withSample(samples, { at: 21_000, done: 5 }), 1000, 21_000), undefined);
  assert.equal(timeLeft(samples, 200, 20_000), undefined);
});
