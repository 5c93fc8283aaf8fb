import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { areSameLinks, lacksQuantity, type Link, packagingValue } from '../../src/product/packaging/links.ts';

const link = (productId: string, quantity: string, more: Partial<Link> = {}): Link => ({
  productId,
  name: null,
  exists: true,
  quantity,
  ...more,
});

describe('Packaging links', () => {
  test('are imported with the digits that were typed, without spaces around them', () => {
    assert.deepEqual(packagingValue([link('a', ' 0.10 ')]), [{ __ID: 'a', QUANTITY: '0.10' }]);
  });

  test('are imported as null if there are none, which clears the packaging', () => {
    assert.equal(packagingValue([]), null);
  });

  test('are the same if product, quantity and order are, whatever the names', () => {
    assert.ok(areSameLinks([link('a', '1', { name: 'A' })], [link('a', '1 ', { exists: false })]));
    assert.ok(!areSameLinks([link('a', '1')], [link('a', '1.0')]));
    assert.ok(!areSameLinks([link('a', '1'), link('b', '1')], [link('b', '1'), link('a', '1')]));
  });

  test('lack a quantity if one is blank', () => {
    assert.ok(lacksQuantity([link('a', '1'), link('b', ' ')]));
    assert.ok(!lacksQuantity([link('a', '0')]));
  });
});
