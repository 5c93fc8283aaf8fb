import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutProducts } from '../../src/products/selection/product-download.ts';

test('a download of all products but some has no line of these, whatever the lines contain', async () => {
  const lines = Array.from({ length: 30_000 }, (_, at) => ({
    __ID: `é-${at}`,
    text: `"__ID":"é-1" ${'ü'.repeat(at % 90)}`,
  }));
  const ndjson = new Blob(lines.map((line) => `${JSON.stringify(line)}\n`));
  assert.ok(ndjson.size > 2 << 20, 'more than two parts');
  const excluded = new Set(['é-0', 'é-1', 'é-17000', 'é-29999']);
  const kept = (await (await withoutProducts(ndjson, excluded)).text()).split('\n').filter((line) => line !== '');
  assert.deepEqual(
    kept.map((line) => JSON.parse(line)),
    lines.filter(({ __ID }) => !excluded.has(__ID)),
  );
});
