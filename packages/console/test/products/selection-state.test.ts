import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  emptySelection,
  isOfOtherList,
  isSelected,
  selectAll,
  selectedElsewhere,
  selectExactly,
  selectionSize,
  toggled,
  toggledRange,
  withoutDeleted,
} from '../../src/products/selection/selection-state.ts';

const list = 'family=Spices';
const otherList = 'family=Oils';

describe('The selection of the product list', () => {
  test('is empty at first', () => {
    assert.equal(isSelected(emptySelection, 'a'), false);
    assert.equal(selectionSize(emptySelection, 10), 0);
  });

  test('keeps single products when the list changes, and counts them as selected elsewhere', () => {
    const state = toggled(toggled(emptySelection, 'a', list), 'b', otherList);
    assert.deepEqual([isSelected(state, 'a'), isSelected(state, 'b')], [true, true]);
    assert.equal(selectedElsewhere(state, otherList), 1);
    assert.equal(isOfOtherList(state, 'another list'), false);
  });

  test('may be all products of a list except some', () => {
    const state = toggled(selectAll(list), 'a', list);
    assert.deepEqual([isSelected(state, 'a'), isSelected(state, 'b')], [false, true]);
    assert.equal(selectionSize(state, 10), 9);
    assert.equal(selectedElsewhere(state, list), 0);
  });

  test('has an unknown size while the products of the list are being counted', () => {
    assert.equal(selectionSize(selectAll(list), undefined), undefined);
    assert.equal(selectionSize(toggled(emptySelection, 'a', list), undefined), 1);
  });

  test('"all of a list" ends with that list', () => {
    assert.equal(isOfOtherList(selectAll(list), list), false);
    assert.equal(isOfOtherList(selectAll(list), otherList), true);
  });

  test('can be set to exact products, which replaces "all of a list"', () => {
    const state = selectExactly(['a', 'b'], list);
    assert.equal(state.kind, 'some');
    assert.equal(selectionSize(state, undefined), 2);
    assert.equal(selectedElsewhere(state, list), 0);
  });

  test('has exactly the products that were not deleted after a deletion', () => {
    const state = selectExactly(['a', 'b'], list);
    assert.deepEqual(withoutDeleted(state, state, ['b'], list), selectExactly(['b'], list));
    const all = toggled(selectAll(list), 'a', list);
    assert.deepEqual(withoutDeleted(all, all, ['b'], list), selectExactly(['b'], list));
  });

  test('keeps what was selected while other products were being deleted', () => {
    const deleted = selectExactly(['a', 'b'], list);
    const changed = toggled(deleted, 'c', otherList);
    assert.deepEqual(
      [...withoutDeleted(changed, deleted, ['b'], list).lists],
      [
        ['b', list],
        ['c', otherList],
      ],
    );
    for (const next of [emptySelection, selectAll(list)])
      assert.deepEqual(withoutDeleted(next, deleted, ['b'], list), next);
    assert.equal(withoutDeleted(changed, selectAll(list), ['b'], list), changed);
  });

  test('is the same after a product was toggled twice, and differs in that product alone after once', () => {
    const ids = ['a', 'b', 'c', 'd'];
    const begin = fc.constantFrom(emptySelection, selectAll(list));
    fc.assert(
      fc.property(begin, fc.array(fc.constantFrom(...ids)), fc.constantFrom(...ids), (begin, before, productId) => {
        const state = before.reduce((so, id) => toggled(so, id, list), begin);
        const once = toggled(state, productId, list);
        const selected = (one: typeof state) => ids.filter((id) => isSelected(one, id));
        assert.deepEqual(selected(toggled(once, productId, list)), selected(state));
        assert.equal(isSelected(once, productId), !isSelected(state, productId));
        assert.equal(selectionSize(once, ids.length), selected(once).length);
      }),
    );
  });
});

describe('A range of the product list', () => {
  const products = ['a', 'b', 'c', 'd', 'e'].map((productId) => ({ productId }));
  const ids = (state: Parameters<typeof isSelected>[0]) =>
    products.flatMap(({ productId }) => (isSelected(state, productId) ? [productId] : [])).join('');

  test('is selected from the product that was selected last to another one, in both directions', () => {
    const first = toggled(emptySelection, 'b', list);
    assert.equal(ids(toggledRange(first, { from: 'b', to: 'd' }, products, list)), 'bcd');
    assert.equal(ids(toggledRange(first, { from: 'b', to: 'a' }, products, list)), 'ab');
  });

  test('is deselected if the last product was deselected, also in a selection of all products', () => {
    const all = toggled(selectAll(list), 'b', list);
    assert.equal(ids(toggledRange(all, { from: 'b', to: 'd' }, products, list)), 'ae');
    assert.equal(selectionSize(toggledRange(all, { from: 'b', to: 'd' }, products, list), 5), 2);
  });

  test('is one product if no product was selected before, or the last one is not in the list', () => {
    for (const from of [undefined, 'elsewhere'])
      assert.equal(ids(toggledRange(emptySelection, { from, to: 'd' }, products, list)), 'd');
  });
});
