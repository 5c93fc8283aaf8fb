import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { productText } from '../src/index.ts';
import { each } from './tables.ts';

test('products become lines of UTF-8 in chunks of limited size, also if a line is larger than a chunk', async () => {
  const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 40 }), fc.constant('ü€😀"\\\n'.repeat(20)));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(text)), fc.integer({ min: 1, max: 300 }), async (lists, chunkBytes) => {
      const products = lists.map((list) =>
        list.map((value) => ({ product: { value }, rows: [], problems: [], rowOf: undefined })),
      );
      const chunks: Uint8Array[] = [];
      for await (const chunk of productText(each(products), ({ product }) => product, chunkBytes)) chunks.push(chunk);
      const lines = lists.flat().map((value) => `${JSON.stringify({ value })}\n`);
      assert.equal(Buffer.concat(chunks).toString(), lines.join(''));
      for (const chunk of chunks)
        assert.ok(
          chunk.length > 0 && (chunk.length <= chunkBytes || chunk.indexOf('\n'.charCodeAt(0)) === chunk.length - 1),
        );
    }),
  );
});
