import assert from 'node:assert/strict';
import { test } from 'node:test';
import { treeAction, visibleRows } from '../../src/products/categories/category-rows.ts';

const node = (path: string, hasChildren = false) => ({ path, name: path, products: 1, hasChildren });
const levels = new Map([
  ['', [node('A', true), node('B', true)]],
  ['A', [node('A > 1')]],
]);

test('open categories show what is below them as soon as it is loaded', () => {
  const shown = (...open: string[]) =>
    visibleRows(levels, new Set(open)).map(({ node: { path }, level, isExpanded }) => [path, level, isExpanded]);
  assert.deepEqual(shown(), [
    ['A', 1, false],
    ['B', 1, false],
  ]);
  assert.deepEqual(shown('A', 'B'), [
    ['A', 1, true],
    ['A > 1', 2, undefined],
    ['B', 1, true],
  ]);
});

test('arrow keys move through the tree, open and close it', () => {
  const rows = visibleRows(levels, new Set(['A']));
  assert.deepEqual(treeAction(rows, 0, 'ArrowRight'), { kind: 'move', path: 'A > 1' });
  assert.deepEqual(treeAction(rows, 1, 'ArrowLeft'), { kind: 'move', path: 'A' });
  assert.deepEqual(treeAction(rows, 0, 'ArrowLeft'), { kind: 'collapse', path: 'A' });
  assert.deepEqual(treeAction(rows, 2, 'ArrowRight'), { kind: 'expand', path: 'B' });
  assert.deepEqual(treeAction(rows, 0, 'End'), { kind: 'move', path: 'B' });
  assert.deepEqual(treeAction(rows, 1, ' '), { kind: 'choose', path: 'A > 1' });
  assert.equal(treeAction(rows, 2, 'ArrowDown'), undefined);
});
