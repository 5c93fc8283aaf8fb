import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fixOf } from '../../src/readiness/board/problem-fix.ts';

const mapping = {
  targets: [
    { target: 'color', value: 'color', map: 'colors' },
    { target: 'size', value: 'size' },
  ],
};

test('a value that is not in a list is fixed in the value map of its target, and in the formula if the target has no map', () => {
  assert.deepEqual(fixOf({ target: 'color', code: 'not-in-list' }, mapping), { view: 'maps' });
  assert.deepEqual(fixOf({ target: 'size', code: 'not-in-list' }, mapping), { target: 'size' });
  assert.deepEqual(fixOf({ target: 'color', code: 'not-in-list' }, undefined), { target: 'color' });
});

test('a missing category is fixed in the category rules, a missing value in the formula of its target', () => {
  assert.deepEqual(fixOf({ target: null, code: 'no-category' }, mapping), { view: 'categories' });
  assert.deepEqual(fixOf({ target: 'color', code: 'required-missing' }, mapping), { target: 'color' });
  assert.deepEqual(fixOf({ target: 'detail/name', code: 'too-long' }, mapping), { target: 'detail' });
});

test('problems of files, of single values and of rules are fixed in the products', () => {
  for (const code of ['asset-failed', 'image-too-small', 'override-outdated'])
    assert.equal(fixOf({ target: 'image', code }, mapping), undefined);
  assert.equal(fixOf({ target: null, code: 'rule-broken' }, mapping), undefined);
});
