import type { PinnedAsset } from '../snapshot/asset-pin-views.ts';

/** The range of a page of submitted products: those after the id `after` (null: from the first), at most `limit`. */
export interface PageRange {
  after: string | null;
  limit: number;
}

/** A page of submitted products. */
export interface DeliveredPage {
  /** JSON texts of the products, joined with commas. */
  products: string;
  /** Files of the products by id, each with the content that it had at the submit. */
  assets: PinnedAsset[];
  /** Id of the last product; undefined on an empty page. */
  last: string | undefined;
  hasMore: boolean;
}

/** The form of the products on a page. */
export type DeliveredShape = 'import' | 'channel' | 'both';
