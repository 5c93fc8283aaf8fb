import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readProductPageSearch } from '../../src/product/product-page-search.ts';
import { searchOfHash } from '../../src/product/sections/hash-search.ts';

test('the readiness of a product is opened by its present name and by its former name', () => {
  assert.deepEqual(readProductPageSearch({ tab: 'readiness' }), { tab: 'readiness' });
  assert.deepEqual(readProductPageSearch({ tab: 'channels', channel: 'shop' }), { tab: 'readiness', channel: 'shop' });
});

test('a link to an attribute searches for it, a link to the comments searches for nothing', () => {
  assert.equal(searchOfHash('net%20weight'), 'net weight');
  assert.equal(searchOfHash('fat-100%'), 'fat-100%');
  assert.equal(searchOfHash('comments'), '');
});
