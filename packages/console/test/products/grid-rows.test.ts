import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { addColumn, moveColumn } from '../../src/products/grid/column-choice.ts';
import { lastStep } from '../../src/products/grid/last-step.ts';
import { clampRow, headHeight, isVisible, nextRow, visibleRows } from '../../src/products/grid/grid-rows.ts';

describe('Rows of the product grid', () => {
  const rowHeight = 40;

  test('are visible if they fit in full below the header', () => {
    assert.deepEqual(visibleRows(0, headHeight + 3 * rowHeight, rowHeight), { first: 0, last: 2 });
    assert.deepEqual(visibleRows(1, headHeight + 3 * rowHeight, rowHeight), { first: 1, last: 2 });
  });

  test('count as visible if a part of them is visible', () => {
    const visible = visibleRows(rowHeight / 2, headHeight + 3 * rowHeight, rowHeight);
    assert.deepEqual(
      [0, 1, 2, 3, 4].filter((row) => isVisible(row, visible)),
      [0, 1, 2, 3],
    );
  });

  test('are reached one after the other by arrow keys', () => {
    const visible = { first: 10, last: 20 };
    assert.equal(nextRow(12, 1, visible), 13);
    assert.equal(nextRow(12, -1, visible), 11);
  });

  test('are reached from the edge of the screen if the active row was scrolled out of view', () => {
    const visible = { first: 10, last: 20 };
    assert.equal(nextRow(2, 1, visible), 10);
    assert.equal(nextRow(2, -1, visible), 20);
    assert.equal(nextRow(50, 1, visible), 10);
  });

  test('are never left', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 1000 }), (row, count) => {
        const clamped = clampRow(row, count);
        assert.ok(clamped >= 0 && clamped < count);
      }),
    );
    assert.equal(clampRow(3, 0), 0);
  });
});

describe('Moving a column', () => {
  const keys = ['a', 'b', 'c', 'd'];

  test('puts it before the column on which it was dropped', () => {
    assert.deepEqual(moveColumn(keys, 'd', 'b'), ['a', 'd', 'b', 'c']);
    assert.deepEqual(moveColumn(keys, 'a', 'c'), ['b', 'a', 'c', 'd']);
  });

  test('changes nothing if it is dropped on itself, or if one of the columns is not shown', () => {
    assert.equal(moveColumn(keys, 'b', 'b'), undefined);
    assert.equal(moveColumn(keys, 'a file', 'b'), undefined);
    assert.equal(moveColumn(keys, 'b', 'hidden'), undefined);
  });
});

describe('A column that is added', () => {
  test('is placed beside the name, where it is in view', () => {
    assert.deepEqual(addColumn([':picture', '__ID', '__NAME', ':updated'], 'brand'), [
      ':picture',
      '__ID',
      '__NAME',
      'brand',
      ':updated',
    ]);
  });

  test('is the last one if the name is not shown', () => {
    assert.deepEqual(addColumn(['__ID', ':updated'], 'brand'), ['__ID', ':updated', 'brand']);
  });
});

describe('A category in the product grid', () => {
  test('is shown by its last step', () => {
    assert.equal(lastStep('Garden > Projectors > LED TVs'), 'LED TVs');
    assert.equal(lastStep('Olives'), 'Olives');
    assert.equal(lastStep('Garden >'), 'Garden >');
  });
});
