/** One page of a list. */
export interface Page<Row> {
  rows: Row[];
  /** Whether more rows follow this page. */
  hasMore: boolean;
}

/** Makes a page of the first `limit` rows from a query that used the limit `limit + 1`. */
export const pageOf = <Row>(found: readonly Row[], limit: number): Page<Row> => ({
  rows: found.slice(0, limit),
  hasMore: found.length > limit,
});
