import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { describeImportFile } from '../src/index.ts';

const none = new Uint8Array();
const text = (content: string) => new TextEncoder().encode(content);

test('format and compression come from the name if there are no bytes', () => {
  assert.deepEqual(describeImportFile('a.b/Products.JSON', none), { format: 'json', contentEncoding: undefined });
  assert.deepEqual(describeImportFile('x.ndjson.gz', none), { format: 'ndjson', contentEncoding: 'gzip' });
  assert.deepEqual(describeImportFile('x.jsonl.zst', none), { format: 'ndjson', contentEncoding: 'zstd' });
  assert.deepEqual(describeImportFile('x.gz', none), { format: undefined, contentEncoding: 'gzip' });
});

test('the format of a file or stream without a known name comes from its first bytes', () => {
  const format = (content: string) => describeImportFile(undefined, text(content)).format;
  assert.equal(format('\uFEFF \n{ "products" : ['), 'json');
  assert.equal(format('{"__ID":"products"}\n'), 'ndjson');
  assert.equal(format('{\n'), 'json');
  assert.equal(format(''), 'ndjson');
  assert.equal(describeImportFile('json', text('[')).format, 'json');
});

test('gzip and zstd are recognised by their first bytes, whatever the name is', () => {
  const skippable = Uint8Array.of(0x5a, 0x2a, 0x4d, 0x18, 0, 0, 0, 0);
  for (const [encoding, bytes] of [
    ['gzip', gzipSync('x')],
    ['zstd', zstdCompressSync('x')],
    ['zstd', skippable],
  ] as const) {
    assert.deepEqual(describeImportFile(undefined, bytes), { format: undefined, contentEncoding: encoding });
    for (const name of ['x.json', 'x.json.gz', 'x.json.zst', 'x.json.br'])
      assert.deepEqual(describeImportFile(name, bytes), { format: 'json', contentEncoding: encoding }, name);
  }
  assert.equal(describeImportFile('unpacked.json.gz', text('{"products":[]}')).contentEncoding, undefined);
  assert.equal(describeImportFile('x.json.br', Uint8Array.of(11, 2, 128)).contentEncoding, 'br');
});
