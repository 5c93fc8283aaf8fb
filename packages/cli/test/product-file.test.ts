import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openProductFile } from '../src/input/product-file.ts';

test('a download is named by the last segment of its address, so that its extension counts', async () => {
  async function* content() {
    yield Buffer.from('sku\n1\n');
  }
  const names = {
    'https://shop.example/lists/prices.tsv?key=a/b.xlsx': 'prices.tsv',
    'http://shop.example/': 'http://shop.example/',
    '-': 'stdin',
  };
  for (const [path, name] of Object.entries(names)) {
    await using file = await openProductFile(path, content());
    assert.equal(file.name, name);
  }
});
