import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mergeEntries } from '../../../src/imports/bulk/undo-rules.ts';

test('entries of one job are merged from the first old value to the last new one', () => {
  const first = [
    { attribute: 'a', old: '1', new: '2' },
    { attribute: 'b', new: ['x'] },
  ];
  const second = [
    { attribute: 'a', old: '2', new: '3' },
    { attribute: 'b', old: ['x'] },
  ];
  assert.deepEqual(mergeEntries([first, second]), [{ attribute: 'a', old: '1', new: '3' }]);
  assert.deepEqual(mergeEntries([first]), first);
});

test('entries between which another job changed the value cannot be merged', () => {
  const entries = [[{ attribute: 'a', old: '1', new: '2' }], [{ attribute: 'a', old: 'theirs', new: '3' }]];
  assert.equal(mergeEntries(entries), undefined);
});
