import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attributeOfPath } from '../../src/imports/error-path.ts';
import { contentHeaders } from '../../src/imports/file-format.ts';

test('the content headers of a file come from the extension of its name', () => {
  assert.deepEqual(contentHeaders('products.json'), { 'content-type': 'application/json' });
  assert.deepEqual(contentHeaders('products.NDJSON'), { 'content-type': 'application/x-ndjson' });
  assert.deepEqual(contentHeaders('products.jsonl.gz'), {
    'content-type': 'application/x-ndjson',
    'content-encoding': 'gzip',
  });
  assert.deepEqual(contentHeaders('products'), { 'content-type': 'application/json' });
});

test('an error in a value leads to its attribute, in an array and in an object of products', () => {
  assert.equal(attributeOfPath('/12/color/0'), 'color');
  assert.equal(attributeOfPath('/products/12/size~1box~0x'), 'size/box~x');
});

test('an error of a whole product or of a reserved field leads to no attribute', () => {
  for (const path of ['', '/12', '/products/12', '/12/__TYPE', '/12/PACKAGING/0', '/12/PRIMARY_ASSET'])
    assert.equal(attributeOfPath(path), undefined, path);
});
