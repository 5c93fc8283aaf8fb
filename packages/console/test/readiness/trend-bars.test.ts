import assert from 'node:assert/strict';
import { test } from 'node:test';
import { trendBars } from '../../src/readiness/outcome/trend-bars.ts';

const day = (name: string, ready: number, invalid: number) => ({
  day: name,
  ready,
  incomplete: 0,
  invalid,
  unmapped: 0,
});
const size = { width: 300, height: 100 };

test('the day with the most products has the full height, ready products are at the bottom', () => {
  const [first, second] = trendBars([day('2026-01-30', 1, 1), day('2026-01-31', 3, 1)], size);
  assert.deepEqual(first?.segments, [
    { outcome: 'ready', y: 75, height: 25 },
    { outcome: 'invalid', y: 50, height: 25 },
  ]);
  assert.deepEqual(second?.segments[0], { outcome: 'ready', y: 25, height: 75 });
});

test('a day that was not counted is a gap, also at the end of a month and in a leap year', () => {
  const bars = trendBars([day('2028-02-28', 1, 0), day('2028-03-01', 1, 0)], size);
  assert.deepEqual(
    bars.map(({ x }) => x),
    [0, 200],
  );
});

test('no days and days without products make no bars', () => {
  assert.deepEqual(trendBars([], size), []);
  assert.deepEqual(trendBars([day('2026-01-01', 0, 0)], size)[0]?.segments, []);
});
