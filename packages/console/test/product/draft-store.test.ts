import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  beginDrafts,
  createDraftStore,
  draftState,
  followStored,
  isTypedDraft,
  openDrafts,
} from '../../src/product/saving/draft-store.ts';

const draft = (value: unknown, seen: unknown) => ({ label: 'Color', value, seen, takesFocus: false });

test('an input that was emptied again is no change of a product without the value', () => {
  for (const value of ['', null, [], undefined]) assert.ok(!isTypedDraft(draft(value, undefined)));
  assert.ok(isTypedDraft(draft('', 'red')));
  assert.ok(isTypedDraft(draft(['red'], [])));
});

test('only a typed value conflicts with a newer one; an input without a change follows it', () => {
  assert.equal(draftState(draft('blue', 'red'), 'red'), 'current');
  assert.equal(draftState(draft('blue', 'red'), 'green'), 'conflict');
  const untouched = draft('red', 'red');
  assert.equal(draftState(untouched, 'green'), 'outdated');
  assert.deepEqual(followStored(untouched, 'green'), draft('green', 'green'));
  const rows = [{ color: 'red' }];
  assert.equal(draftState(draft(rows, rows), [{ color: 'green' }]), 'conflict', 'the table keeps its rows');
});

test('a typed value that someone else, or its own save, has stored is no conflict', () => {
  const typed = draft('blue', 'red');
  assert.equal(draftState(typed, 'blue'), 'outdated');
  assert.deepEqual(followStored(typed, 'blue'), draft('blue', 'blue'));
});

test('a value that is being saved alone is not saved with the others, until the save ends or the input is closed', () => {
  const store = createDraftStore();
  beginDrafts(
    store,
    ['a', 'b'].map((name) => ({ name, label: name, value: '1' })),
  );
  const open = () => [...openDrafts(store.all()).keys()];
  store.setSaving('a', true);
  assert.deepEqual(open(), ['b']);
  const before = store.all();
  store.setSaving('a', true);
  store.setSaving('gone', true);
  assert.equal(store.all(), before);
  store.setSaving('a', false);
  assert.deepEqual(open(), ['a', 'b']);
  store.setSaving('b', true);
  store.remove(['b']);
  assert.deepEqual(open(), ['a']);
});
