/** Feed formats of shops and data pools. */
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

/** A value as a feed holds it: a text, a list of texts, or rows. Empty values are left out. */
export type FeedValue = string | string[] | FeedValues[];

/** The values of a product or of a row by name; a map, because a name may be `__proto__`. */
export type FeedValues = Map<string, FeedValue>;

/** A recognised feed, and why. */
export interface FoundFeed {
  feed: FeedName;
  reason: string;
}
