import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attributeOfPath } from '../../src/imports/error-path.ts';
import { contentHeaders, isJsonFile } from '../../src/imports/file-format.ts';

test('the content headers of a file come from its name and its first bytes', () => {
  const text = new TextEncoder().encode('{"__ID":"a"}');
  assert.deepEqual(contentHeaders('products.json', text), { 'content-type': 'application/json' });
  assert.deepEqual(contentHeaders('products.NDJSON', text), { 'content-type': 'application/x-ndjson' });
  assert.deepEqual(contentHeaders('products.jsonl.gz', Uint8Array.of(0x1f, 0x8b)), {
    'content-type': 'application/x-ndjson',
    'content-encoding': 'gzip',
  });
  assert.deepEqual(contentHeaders('products.ndjson', Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd)), {
    'content-type': 'application/x-ndjson',
    'content-encoding': 'zstd',
  });
  assert.deepEqual(contentHeaders('products', Uint8Array.of(0x1f, 0x8b)), {
    'content-type': 'application/json',
    'content-encoding': 'gzip',
  });
});

test('an error in a value leads to its attribute, in an array and in an object of products', () => {
  assert.equal(attributeOfPath('/12/color/0'), 'color');
  assert.equal(attributeOfPath('/products/12/size~1box~0x'), 'size/box~x');
});

test('an error of a whole product or of a reserved field leads to no attribute', () => {
  for (const path of ['', '/12', '/products/12', '/12/__TYPE', '/12/PACKAGING/0', '/12/PRIMARY_ASSET'])
    assert.equal(attributeOfPath(path), undefined, path);
});

test('JSON and NDJSON are imported as they are; everything else is a table', () => {
  const json = new TextEncoder().encode('\n{"__ID":"a"}');
  const table = new TextEncoder().encode('sku;name');
  for (const name of ['a.json', 'a.NDJSON.gz', 'a.jsonl.zst', 'a.br'])
    assert.equal(isJsonFile(name, table), true, name);
  for (const name of ['a.csv', 'a.tsv.gz', 'a.xlsx', 'a.zip']) assert.equal(isJsonFile(name, json), false, name);
  assert.deepEqual(
    [isJsonFile('a', json), isJsonFile('a.dat', table), isJsonFile('a.gz', Uint8Array.of(0x1f, 0x8b))],
    [true, false, false],
  );
});
