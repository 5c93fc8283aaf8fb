import type { PinnedAsset } from '../snapshot/asset-pin-views.ts';

/** Which products of a submission a page has: those after an id, at most `limit`. */
export interface PageRange {
  after: string | null;
  limit: number;
}

/** A page of submitted products. */
export interface DeliveredPage {
  /** JSON texts of the products, joined with commas. */
  products: string;
  /** Files of the products with the content that they had at the submit, by id. */
  assets: PinnedAsset[];
  /** Id of the last product; undefined on an empty page. */
  last: string | undefined;
  hasMore: boolean;
}

/** The form of the products on a page. */
export type DeliveredShape = 'import' | 'channel' | 'both';
