import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createByteRoom } from '../../src/platform/index.ts';

const kilobyte = 1024;

test('memory is handed out up to a limit in all, and again once it was given back', () => {
  const room = createByteRoom({ largest: 200 * kilobyte, most: 512 * kilobyte, kept: 512 * kilobyte });
  const first = room.take(200 * kilobyte);
  const second = room.take(150 * kilobyte);
  assert.ok(first && second);
  assert.ok(first.byteLength >= 200 * kilobyte && second.byteLength >= 150 * kilobyte);
  assert.equal(room.take(10), undefined);
  room.give(first);
  assert.equal(room.take(199 * kilobyte), first);
});

test('what is larger than a piece may be, or of unknown size, gets no memory', () => {
  const room = createByteRoom({ largest: 200 * kilobyte, most: 512 * kilobyte, kept: 0 });
  assert.equal(room.take(200 * kilobyte + 1), undefined);
  assert.equal(room.take(Infinity), undefined);
  assert.ok(room.take(0));
});

test('pieces of a size that is not asked for any more make way for those that are', () => {
  const room = createByteRoom({ largest: 200 * kilobyte, most: 1024 * kilobyte, kept: 256 * kilobyte });
  const large = room.take(200 * kilobyte);
  const small = room.take(10);
  assert.ok(large && small);
  room.give(large);
  room.give(small);
  assert.equal(room.take(10), small);
  assert.notEqual(room.take(200 * kilobyte), large);
});
