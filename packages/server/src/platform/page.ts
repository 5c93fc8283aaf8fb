export interface Page<Row> {
  rows: Row[];
  /** True if more rows follow this page. */
  hasMore: boolean;
}

/** Makes a page of the first `limit` rows. The query must request `limit + 1` rows, which shows whether more rows follow. */
export const pageOf = <Row>(found: readonly Row[], limit: number): Page<Row> => ({
  rows: found.slice(0, limit),
  hasMore: found.length > limit,
});
