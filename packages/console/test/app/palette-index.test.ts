import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { chosenIndex, movedIndex } from '../../src/app/palette/palette-index.ts';

describe('The chosen hit of the command palette', () => {
  test('is the first hit of a search, and none for an empty text', () => {
    const unmoved = { text: '', index: -1 };
    assert.equal(chosenIndex(unmoved, 'olive', 5), 0);
    assert.equal(chosenIndex(unmoved, '', 5), -1);
    assert.equal(chosenIndex(unmoved, 'no such text', 0), -1);
  });

  test('is the one that was moved to, as long as the text is the same', () => {
    assert.equal(chosenIndex({ text: 'olive', index: 3 }, 'olive', 5), 3);
    assert.equal(chosenIndex({ text: 'olive', index: 3 }, 'olives', 5), 0);
  });

  test('is the last one if there are fewer hits now', () => {
    assert.equal(chosenIndex({ text: 'olive', index: 3 }, 'olive', 2), 1);
  });

  test('moves around the ends of the list', () => {
    assert.equal(movedIndex(4, 1, 5), 0);
    assert.equal(movedIndex(0, -1, 5), 4);
    assert.equal(movedIndex(-1, 1, 5), 0);
    assert.equal(movedIndex(-1, -1, 5), 4);
  });

  test('always exists after a move, and a step back undoes a step forward', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), fc.nat(), (count, seed) => {
        const index = seed % count;
        const next = movedIndex(index, 1, count);
        assert.ok(next >= 0 && next < count);
        assert.equal(movedIndex(next, -1, count), index);
      }),
    );
  });
});
