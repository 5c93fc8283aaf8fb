import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createByteArena } from '../../src/platform/byte-arena.ts';

test('pieces are found again whatever their size, in their order, also after others took more than a block', () => {
  const arena = createByteArena(64);
  const texts = Array.from({ length: 6_000 }, (_, at) => `${at}-${'ä€😀'.repeat(at % 40)}`);
  const pieces = texts.map((text, at) => (at % 2 === 0 ? arena.write(text) : arena.copy(Buffer.from(text))));
  assert.deepEqual(
    pieces.map((piece) => arena.text(piece)),
    texts,
  );
  assert.equal(arena.join(pieces, '|').toString(), texts.join('|'));
  assert.equal(arena.view(pieces[7] ?? 0).toString(), texts[7]);
});

test('a cleared arena holds no pieces and takes new ones', () => {
  const arena = createByteArena(16);
  const old = [arena.write('one'), arena.write('larger than the block of sixteen'), arena.write('two')];
  arena.clear();
  for (const piece of old) assert.throws(() => arena.view(piece), RangeError);
  assert.equal(arena.text(arena.write('three')), 'three');
  assert.equal(arena.join([], ',').byteLength, 0);
});
