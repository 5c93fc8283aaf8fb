import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HistoryEntry } from '@pimento/contract';
import { changesAsOf } from '../../src/product/history/as-of-rules.ts';

const entry = (historyId: string, changes: HistoryEntry['changes'], kind: HistoryEntry['kind'] = 'updated') => ({
  historyId,
  kind,
  at: '2026-01-31T12:00:00Z',
  actor: { kind: 'user' as const, id: 'ada', name: 'Ada' },
  jobRef: null,
  changes,
});

const entries = [
  entry('4', [{ attribute: 'color', old: 'green', new: 'red' }]),
  entry('3', [{ attribute: 'size', old: ['S'], new: ['S', 'M'] }]),
  entry('2', [
    { attribute: 'color', old: 'red', new: 'green' },
    { attribute: 'weight', new: '1' },
  ]),
  entry('1', [], 'created'),
];

test('a product is restored as it was after an entry: each value that is different now, from now to then', () => {
  assert.deepEqual(changesAsOf(entries, '4'), []);
  assert.deepEqual(changesAsOf(entries, '3'), [{ attribute: 'color', now: 'red', past: 'green' }]);
  assert.deepEqual(changesAsOf(entries, '1'), [
    { attribute: 'size', now: ['S', 'M'], past: ['S'] },
    { attribute: 'weight', now: '1', past: undefined },
  ]);
});

test('a state from before a deletion cannot be restored value by value', () => {
  assert.equal(changesAsOf([entry('9', [], 'created'), entry('8', [], 'deleted'), ...entries], '4'), undefined);
});
