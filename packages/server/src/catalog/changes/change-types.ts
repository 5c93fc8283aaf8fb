import type { ProductId } from '../../platform/index.ts';

/**
 * A point in a client's change feed, directly after the first `index` products of the entry at `position`. Position 0 is the beginning of
 * the feed.
 */
export interface FeedPoint {
  position: number;
  index: number;
  /** The first 8 hexadecimal digits of the entry's id, or zeros at position 0. */
  check: string;
}

export type ChangeKind = 'created' | 'changed' | 'deleted';

export interface ProductChange {
  productId: ProductId;
  type: ChangeKind;
  revision: number;
  at: Date;
}

/** A change in the feed. `point` is the point directly after the change. */
export interface FeedItem extends ProductChange {
  point: FeedPoint;
}
