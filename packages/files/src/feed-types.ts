/** Feed formats of shops, marketplaces and data pools. */
export const feedNames = [
  'shopify-csv',
  'google-tsv',
  'google-xml',
  'akeneo',
  'woocommerce',
  'gdsn',
  'bmecat',
  'json-ld',
  'open-food-facts',
  'amazon',
] as const;
export type FeedName = (typeof feedNames)[number];

/** A value of a feed: a string, a list of strings, or rows. Empty values are omitted. */
export type FeedValue = string | string[] | FeedValues[];

/** The values of a product or row by name. This is a map, because a name can be `__proto__`. */
export type FeedValues = Map<string, FeedValue>;

/** A recognised feed, and the reason why it was recognised. */
export interface FoundFeed {
  feed: FeedName;
  reason: string;
}
