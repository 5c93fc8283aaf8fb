import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBufferPool } from '../../../src/platform/index.ts';

const kilobyte = 1024;

test('memory is given out up to a limit, and again after it was given back', () => {
  const pool = createBufferPool({ largest: 200 * kilobyte, max: 512 * kilobyte, kept: 512 * kilobyte });
  const first = pool.take(200 * kilobyte);
  const second = pool.take(150 * kilobyte);
  assert.ok(first && second);
  assert.ok(first.byteLength >= 200 * kilobyte && second.byteLength >= 150 * kilobyte);
  assert.equal(pool.take(10), undefined);
  pool.give(first);
  assert.equal(pool.take(199 * kilobyte), first);
});

test('what is larger than a buffer may be, or of unknown size, gets no memory', () => {
  const pool = createBufferPool({ largest: 200 * kilobyte, max: 512 * kilobyte, kept: 0 });
  assert.equal(pool.take(200 * kilobyte + 1), undefined);
  assert.equal(pool.take(Infinity), undefined);
  assert.ok(pool.take(0));
});

test('buffers of a size that is not needed any more are dropped for those that are', () => {
  const pool = createBufferPool({ largest: 200 * kilobyte, max: 1024 * kilobyte, kept: 256 * kilobyte });
  const large = pool.take(200 * kilobyte);
  const small = pool.take(10);
  assert.ok(large && small);
  pool.give(large);
  pool.give(small);
  assert.equal(pool.take(10), small);
  assert.notEqual(pool.take(200 * kilobyte), large);
});
