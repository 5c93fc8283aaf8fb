import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ByteArena, createByteArena } from '../../../src/platform/memory/byte-arena.ts';

const nothing = { before: Buffer.alloc(0), after: Buffer.alloc(0) };
const write = (arena: ByteArena, text: string): number =>
  arena.fill(text.length * 3, (room, at) => at + room.write(text, at));

test('pieces are found again whatever their size, in their order, also after others took more than a block', () => {
  const arena = createByteArena(64);
  const texts = Array.from({ length: 6_000 }, (_, at) => `${at}-${'ä€😀'.repeat(at % 40)}`);
  const pieces = texts.map((text, at) => (at % 2 === 0 ? write(arena, text) : arena.copy(Buffer.from(text))));
  assert.deepEqual(
    pieces.map((piece) => arena.text(piece)),
    texts,
  );
  const around = { before: Buffer.from('<<'), after: Buffer.from('>') };
  assert.equal(arena.join(pieces, around).toString(), `<<${texts.join('')}>`);
  assert.equal(arena.view(pieces[7] ?? 0).toString(), texts[7]);
});

test('a cleared arena holds no pieces and takes new ones', () => {
  const arena = createByteArena(16);
  const old = [write(arena, 'one'), write(arena, 'larger than the block of sixteen'), write(arena, 'two')];
  arena.clear();
  for (const piece of old) assert.throws(() => arena.view(piece), RangeError);
  assert.equal(arena.text(write(arena, 'three')), 'three');
  assert.equal(arena.join([], nothing).byteLength, 0);
});
