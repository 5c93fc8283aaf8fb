import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { chunksOf } from '../../src/platform/index.ts';

/** Copies bytes into an unpooled buffer, like the chunks of a socket. */
function ownMemory(bytes: Uint8Array): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.byteLength);
  copy.set(bytes);
  return copy;
}

function streamOf(chunks: readonly Buffer[]): Readable {
  const stream = new Readable({ read: () => undefined, highWaterMark: 1 << 20 });
  for (const chunk of chunks) stream.push(chunk);
  stream.push(null);
  return stream;
}

test('chunks come one by one and whole, and the memory of each is given back when the next one is asked for', async () => {
  const bytes = randomBytes(300_000);
  const given = [0, 1, 2].map((place) => ownMemory(bytes.subarray(place * 100_000, (place + 1) * 100_000)));
  const seen: Buffer[] = [];
  for await (const chunk of chunksOf(streamOf(given))) {
    assert.ok(given[seen.length]?.buffer === chunk.buffer, 'it is the very chunk, not a copy');
    seen.push(Buffer.from(chunk));
  }
  assert.ok(Buffer.concat(seen).equals(bytes));
  assert.deepEqual(
    given.map(({ buffer }) => buffer.byteLength),
    [0, 0, 0],
  );
});

test('chunks that lie in the same memory all keep it until the last of them has been read', async () => {
  const bytes = randomBytes(100_000);
  const memory = ownMemory(bytes);
  const parts = [memory.subarray(10, 40_000), memory.subarray(40_000, 70_000), memory.subarray(70_000)];
  const seen: Buffer[] = [];
  for await (const chunk of chunksOf(streamOf(parts))) seen.push(Buffer.from(chunk));
  assert.ok(Buffer.concat(seen).equals(bytes.subarray(10)));
  assert.equal(memory.buffer.byteLength, 0);
});

test('memory that small chunks share with others is left alone', async () => {
  const pooled = Buffer.from('a small chunk in the pool');
  for await (const chunk of chunksOf(streamOf([pooled, Buffer.from('and another')]))) assert.ok(chunk.byteLength > 0);
  assert.equal(pooled.toString(), 'a small chunk in the pool');
});

test('a stream that fails fails its reader, and a reader who leaves ends the stream', async () => {
  const failing = new Readable({ read: () => undefined });
  failing.push('x');
  const read = async () => {
    for await (const chunk of chunksOf(failing)) {
      assert.equal(chunk.byteLength, 1);
      failing.destroy(new Error('the sender is gone'));
    }
  };
  await assert.rejects(read, /the sender is gone/);
  const endless = streamOf([ownMemory(randomBytes(10_000)), ownMemory(randomBytes(10_000))]);
  for await (const chunk of chunksOf(endless)) {
    assert.equal(chunk.byteLength, 10_000);
    break;
  }
  assert.ok(endless.destroyed);
});
