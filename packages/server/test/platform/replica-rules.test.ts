import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addSample, lagOf, parsePosition, type Sample } from '../../src/platform/replica/replica-rules.ts';

test('positions of the log are compared as numbers', () => {
  assert.equal(parsePosition('0/1'), 1n);
  assert.equal(parsePosition('16/B374D848'), 0x16_b374_d848n);
  assert.ok(parsePosition('2/0') > parsePosition('1/FFFFFFFF'));
});

test('a replica is behind by the age of the newest sample that it has reached', () => {
  const samples: Sample[] = [
    { position: 100n, at: 1_000 },
    { position: 200n, at: 6_000 },
    { position: 200n, at: 11_000 },
  ];
  assert.equal(lagOf(samples, 250n, 12_000), 1_000);
  assert.equal(lagOf(samples, 200n, 12_000), 1_000, 'nothing was written since, so the replica is not behind');
  assert.equal(lagOf(samples, 199n, 12_000), 11_000);
  assert.equal(lagOf(samples, 99n, 12_000), undefined);
});

test('samples are kept for an hour, and not for every read', () => {
  let samples: readonly Sample[] = [];
  for (let at = 0; at < 10_000; at += 10) samples = addSample(samples, { position: BigInt(at), at });
  assert.deepEqual(
    samples.map(({ at }) => at),
    [0, 1_000, 2_000, 3_000, 4_000, 5_000, 6_000, 7_000, 8_000, 9_000],
  );
  assert.deepEqual(addSample(samples, { position: 1n, at: 4_000_000 }), [{ position: 1n, at: 4_000_000 }]);
});
