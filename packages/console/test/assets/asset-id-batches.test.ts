import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { assetIdBatches } from '../../src/assets/record/asset-id-batches.ts';

test('batches hold every id once, in order', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 300 }), { maxLength: 300 }), (ids) => {
      assert.deepEqual(assetIdBatches(ids).flat(), ids);
    }),
  );
});

test('no batch is empty, longer than 100 ids or longer than 6,000 encoded characters', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 300 }), { maxLength: 300 }), (ids) => {
      for (const batch of assetIdBatches(ids)) {
        const query = batch.map((id) => `&id=${encodeURIComponent(id)}`).join('');
        assert.ok(batch.length > 0 && batch.length <= 100);
        assert.ok(query.length <= 6000 || batch.length === 1);
      }
    }),
  );
});

test('there is no batch without ids', () => {
  assert.deepEqual(assetIdBatches([]), []);
});

test('100 short ids share one batch', () => {
  const ids = Array.from({ length: 101 }, (_, index) => `id-${index}`);
  assert.deepEqual(
    assetIdBatches(ids).map(({ length }) => length),
    [100, 1],
  );
});
