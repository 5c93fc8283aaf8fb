import type { ProductId } from '../../platform/index.ts';
import type { FeedItem, ProductChange } from './change-types.ts';

/**
 * Reduces the changes of a page to the newest change of each product. A product that was created and then changed on the page stays
 * `created`, so that a reader never sees a change to a product before its creation.
 */
export function compactChanges(items: readonly FeedItem[]): ProductChange[] {
  const changes = new Map<ProductId, ProductChange>();
  for (const { productId, type, revision, at } of items) {
    const isNew = type === 'changed' && changes.get(productId)?.type === 'created';
    changes.delete(productId); // deleted first, so that the product moves to the end of the map
    changes.set(productId, { productId, type: isNew ? 'created' : type, revision, at });
  }
  return [...changes.values()];
}

/** Returns true if an id comes after another id in the order of the database, which compares the bytes of the UTF-8 text. */
const isAfter = (productId: ProductId, other: ProductId) =>
  Buffer.compare(Buffer.from(productId), Buffer.from(other)) > 0;

/**
 * Returns the changes before the first change whose product has not been read.
 * @param readThrough products up to this id were read; null if all were read
 */
export function readPart(items: readonly FeedItem[], readThrough: ProductId | null): readonly FeedItem[] {
  if (readThrough === null) return items;
  const end = items.findIndex(({ productId }) => isAfter(productId, readThrough));
  return end === -1 ? items : items.slice(0, end);
}
