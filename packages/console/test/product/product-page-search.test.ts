import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readProductPageSearch } from '../../src/product/product-page-search.ts';

test('the readiness of a product is opened by its present name and by its former name', () => {
  assert.deepEqual(readProductPageSearch({ tab: 'readiness' }), { tab: 'readiness' });
  assert.deepEqual(readProductPageSearch({ tab: 'channels', channel: 'shop' }), { tab: 'readiness', channel: 'shop' });
});
