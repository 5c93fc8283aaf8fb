import { productIdOf } from '../../src/platform/core.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createSeenIds } from '../../src/imports/judge/seen-ids.ts';

/** Computes the expected result with a Map of all ids. */
function expected(ids: readonly string[]): unknown[] {
  const exact = new Map<string, number>();
  const lower = new Map<string, number>();
  return ids.map((id, index) => {
    const duplicateOf = exact.get(id);
    const caseTwinOf = duplicateOf === undefined ? lower.get(id.toLowerCase()) : undefined;
    if (duplicateOf === undefined) exact.set(id, index);
    if (!lower.has(id.toLowerCase())) lower.set(id.toLowerCase(), index);
    return { duplicateOf, caseTwinOf };
  });
}

test('ids are remembered as a Map would remember them, letter cases apart', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'A', 'ä', 'Ä', 'ß', '1', '-'), minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 400 }), (ids) => {
      const seen = createSeenIds();
      assert.deepEqual(
        ids.map((id, index) => seen.record(productIdOf(id), index)),
        expected(ids),
      );
    }),
  );
});

test('a quarter of a million ids are distinguished from each other, and each is found again', () => {
  const seen = createSeenIds();
  const count = 250_000;
  for (let at = 0; at < count; at++) {
    const { duplicateOf, caseTwinOf } = seen.record(productIdOf(`SKU-${at}`), at);
    assert.deepEqual([duplicateOf, caseTwinOf], [undefined, undefined]);
  }
  for (let at = 0; at < count; at += 7) {
    assert.equal(seen.record(productIdOf(`SKU-${at}`), count + at).duplicateOf, at);
    assert.equal(seen.record(productIdOf(`sku-${at}`), count + at).caseTwinOf, at);
  }
});

test('an id beyond the last place that can be remembered is passed over, and those before it are still found', () => {
  const seen = createSeenIds(10);
  assert.equal(seen.record(productIdOf('a'), 9).duplicateOf, undefined);
  assert.equal(seen.record(productIdOf('b'), 10).duplicateOf, undefined);
  assert.equal(seen.record(productIdOf('b'), 11).duplicateOf, undefined);
  assert.equal(seen.record(productIdOf('a'), 12).duplicateOf, 9);
});
