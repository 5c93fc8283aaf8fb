import type { PinnedAsset } from '../snapshot/asset-pin-views.ts';

/**
 * The range of a page of submitted products. The page has at most `limit` products after the id `after`, or the first ones if `after` is
 * null.
 */
export interface PageRange {
  after: string | null;
  limit: number;
}

/** A page of submitted products. */
export interface DeliveredPage {
  /** JSON texts of the products, joined with commas. */
  products: string;
  /** Files of the products, in order of asset id, with the content that the files had when the products were submitted. */
  assets: PinnedAsset[];
  /** Id of the last product. Undefined on an empty page. */
  last: string | undefined;
  hasMore: boolean;
}

/** The form of the products on a page. */
export type DeliveredShape = 'import' | 'channel' | 'both';
