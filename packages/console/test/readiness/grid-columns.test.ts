import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnLabels, firstTargets } from '../../src/readiness/grid/grid-columns.ts';
import { createTargetTree } from '../../src/standards/targets/target-tree.ts';

const target = (id: string, more: object = {}) => ({
  id,
  path: id,
  name: id,
  type: { id: 'string' as const },
  ...more,
});
const tree = createTargetTree([
  target('a'),
  target('secret', { access: 'HIDDEN', requirement: 'required' }),
  target('b', { requirement: { offer: 'required' } }),
  target('c', { requirement: 'required' }),
  target('rows', { type: { id: 'composite' } }),
  target('d'),
  { ...target('name', { compositeAttribute: 'rows' }), path: 'rows/name' },
]);

test('the grid first shows the target of the filter, then required targets, then others, and never hidden ones', () => {
  assert.deepEqual(firstTargets(tree, undefined), ['b', 'c', 'a', 'rows']);
  assert.deepEqual(firstTargets(tree, 'd'), ['d', 'b', 'c', 'a']);
  assert.deepEqual(firstTargets(tree, 'rows/name'), ['rows', 'b', 'c', 'a']);
  assert.deepEqual(firstTargets(tree, 'secret'), ['b', 'c', 'a', 'rows']);
});

test('targets with the same name also show their path', () => {
  const { topLevel } = createTargetTree([target('a', { name: 'Same' }), target('b', { name: 'Same' }), target('c')]);
  assert.deepEqual(columnLabels(topLevel), ['Same (a)', 'Same (b)', 'c']);
});
