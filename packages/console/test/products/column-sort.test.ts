import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ariaSort, nextSort, sortOf } from '../../src/products/grid/column-sort.ts';

const turns = (sortField: string | undefined, count: number): (string | undefined)[] => {
  const found: (string | undefined)[] = [];
  for (let sort: string | undefined; found.length < count;) found.push((sort = nextSort(sort, { sortField })));
  return found;
};

test('pressing a header sorts ascending, then descending, then by id again; times begin with the newest', () => {
  assert.deepEqual(turns('price', 3), ['price', '-price', undefined]);
  assert.deepEqual(turns('__UPDATED', 3), ['-__UPDATED', '__UPDATED', undefined]);
  assert.deepEqual(turns('__ID', 2), ['-__ID', undefined]);
  assert.deepEqual(turns(undefined, 1), [undefined]);
  assert.equal(nextSort('-price', { sortField: '__NAME' }), '__NAME');
});

test('the header of the sorted column reports its direction; a column without an order reports nothing', () => {
  assert.equal(ariaSort(sortOf(undefined), { sortField: '__ID' }), 'ascending');
  assert.equal(ariaSort(sortOf('-price'), { sortField: 'price' }), 'descending');
  assert.equal(ariaSort(sortOf('-price'), { sortField: '__ID' }), 'none');
  assert.equal(ariaSort(sortOf('-price'), { sortField: undefined }), undefined);
});
