import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { changeCursorText, parseChangeCursor } from '../../src/catalog/changes/change-cursor-rules.ts';
import { compactChanges, readPart } from '../../src/catalog/changes/change-rules.ts';
import type { ChangeKind, FeedItem } from '../../src/catalog/changes/change-types.ts';
import { productIdOf } from '../../src/platform/index.ts';

const at = new Date('2026-01-31T12:00:00Z');
const itemsOf = (...changes: [productId: string, type: ChangeKind, revision: number][]): FeedItem[] =>
  changes.map(([productId, type, revision], place) => ({
    productId: productIdOf(productId),
    type,
    revision,
    at,
    point: { position: place + 1, index: 1, check: '0a1b2c3d' },
  }));
const shortOf = (items: readonly { productId: string; type: string; revision: number }[]) =>
  items.map(({ productId, type, revision }) => `${productId} ${type} ${revision}`);

describe('the change feed', () => {
  it('lists each product of a page once, at its newest change', () => {
    const items = itemsOf(['A', 'changed', 2], ['B', 'changed', 7], ['A', 'changed', 3]);
    assert.deepEqual(shortOf(compactChanges(items)), ['B changed 7', 'A changed 3']);
  });

  it('lists a product as created if its creation is on the page', () => {
    const items = itemsOf(['A', 'created', 1], ['A', 'changed', 2], ['A', 'changed', 3]);
    assert.deepEqual(shortOf(compactChanges(items)), ['A created 3']);
  });

  it('lists a deleted product as deleted, and as created if it was created again', () => {
    const ended = itemsOf(['A', 'created', 1], ['A', 'deleted', 2]);
    assert.deepEqual(shortOf(compactChanges(ended)), ['A deleted 2']);
    const again = itemsOf(['A', 'changed', 5], ['A', 'deleted', 6], ['A', 'created', 1], ['A', 'changed', 2]);
    assert.deepEqual(shortOf(compactChanges(again)), ['A created 2']);
  });

  it('ends a page before the first product that was not read, in the order of UTF-8 bytes', () => {
    const items = itemsOf(['B', 'changed', 2], ['A', 'changed', 2], ['C', 'changed', 2], ['A', 'changed', 3]);
    assert.deepEqual(shortOf(readPart(items, null)), shortOf(items));
    assert.deepEqual(shortOf(readPart(items, productIdOf('B'))), ['B changed 2', 'A changed 2']);
    assert.deepEqual(shortOf(readPart(items, productIdOf('A'))), []);
    const wide = itemsOf(['\uFF21', 'changed', 2], ['\u{1F600}', 'changed', 2]);
    assert.deepEqual(shortOf(readPart(wide, productIdOf('\uFF21'))), ['\uFF21 changed 2']);
  });

  it('reads back every cursor that it writes', () => {
    const points = fc.record(
      { position: fc.nat(), index: fc.nat(2_000), check: fc.stringMatching(/^[\da-f]{8}$/) },
      { noNullPrototype: true },
    );
    const ids = fc.option(fc.string({ unit: 'grapheme' }).map(productIdOf), { nil: undefined });
    fc.assert(
      fc.property(points, ids, (point, walkedThrough) => {
        assert.deepEqual(parseChangeCursor(changeCursorText({ point, walkedThrough })), { point, walkedThrough });
      }),
    );
  });

  it('refuses a cursor that it never wrote', () => {
    for (const text of [
      '',
      '1',
      '1.2',
      '1.2.xyz',
      '01.0.00000000',
      '1.0.00000000.=',
      '-1.0.00000000',
      '1.0.00000000.A',
    ])
      assert.throws(() => parseChangeCursor(text), { code: 'unknown-cursor' }, text);
  });
});
