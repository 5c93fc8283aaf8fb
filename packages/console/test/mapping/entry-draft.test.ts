import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MappingEntry } from '@pimento/contract';
import {
  finishedEntries,
  sourceOf,
  withChild,
  withMap,
  withRows,
  withSource,
  withUnmapped,
  withValue,
} from '../../src/mapping/targets/entry-draft.ts';

const plain = { target: 'color', isComposite: false };

test('the source of an entry is told apart: no entry, a formula, or empty on purpose', () => {
  assert.equal(sourceOf(undefined), 'none');
  assert.equal(sourceOf({ target: 'color', value: '' }), 'empty');
  assert.equal(sourceOf({ target: 'color', value: 'color' }), 'formula');
  assert.equal(sourceOf({ target: 'detail', children: [] }), 'formula');
});

test('a formula that is not written yet is never sent as empty on purpose', () => {
  const started = withSource(undefined, 'formula', plain);
  assert.equal(sourceOf(started), 'formula');
  assert.deepEqual(finishedEntries([started as MappingEntry]), []); // withSource returns an entry
  const cleared = withValue({ target: 'color', value: 'color' }, '');
  assert.equal(sourceOf(cleared), 'formula');
  assert.deepEqual(finishedEntries([cleared]), []);
  assert.deepEqual(finishedEntries([{ target: 'color', value: '' }]), [{ target: 'color', value: '' }]);
});

test('another source keeps the categories of the entry', () => {
  const entry = { target: 'color', value: 'color', map: 'colors', categories: ['53'] };
  assert.deepEqual(withSource(entry, 'empty', plain), { target: 'color', value: '', categories: ['53'] });
  assert.equal(withSource(entry, 'none', plain), undefined);
});

test('without a value map nothing is sent about other values', () => {
  const entry = withUnmapped(withMap({ target: 'color', value: 'color' }, 'colors'), 'text', 'Other');
  assert.deepEqual(entry, { target: 'color', value: 'color', map: 'colors', unmapped: { text: 'Other' } });
  assert.deepEqual(withMap(entry, null), { target: 'color', value: 'color' });
  assert.deepEqual(withUnmapped(entry, 'default'), { target: 'color', value: 'color', map: 'colors' });
});

test('children keep their order when one of them is changed or removed', () => {
  const entry = {
    target: 'detail',
    children: [
      { target: 'a', value: '1' },
      { target: 'b', value: '2' },
    ],
  };
  assert.deepEqual(withChild(entry, 'a', { target: 'a', value: '3' }).children, [
    { target: 'a', value: '3' },
    { target: 'b', value: '2' },
  ]);
  assert.deepEqual(withChild(entry, 'a', undefined).children, [{ target: 'b', value: '2' }]);
  assert.deepEqual(withRows({ ...entry, rows: 'specs' }, ' '), entry);
});

test('children without a written formula are not sent', () => {
  const entry = {
    target: 'detail',
    children: [
      { target: 'a', value: ' ' },
      { target: 'b', value: ' x ' },
    ],
  };
  assert.deepEqual(finishedEntries([entry]), [{ target: 'detail', children: [{ target: 'b', value: 'x' }] }]);
});
