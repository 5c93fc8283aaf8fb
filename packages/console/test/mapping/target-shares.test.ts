import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharesOf } from '../../src/mapping/draft/target-shares.ts';

test('shares are rounded down to whole percent, and only no value is 0', () => {
  const counts = [
    [0, 200],
    [1, 200],
    [58, 200],
    [199, 200],
    [200, 200],
    [29, 100],
    [0, 0],
  ] as const;
  const targets = counts.map(([filled, applies]) => ({ target: `${filled}/${applies}`, filled, applies }));
  assert.deepEqual(
    [...sharesOf({ products: 200, isSampled: true, targets })],
    [
      ['0/200', 0],
      ['1/200', 1],
      ['58/200', 29],
      ['199/200', 99],
      ['200/200', 100],
      ['29/100', 29],
    ],
  );
  assert.equal(sharesOf(undefined).size, 0);
});
