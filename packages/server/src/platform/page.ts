/** One page of a list. */
export interface Page<Row> {
  rows: Row[];
  /** Whether there are rows after this page. */
  hasMore: boolean;
}

/** The first `limit` of the rows that a statement found with a limit of `limit + 1`. */
export const pageOf = <Row>(found: readonly Row[], limit: number): Page<Row> => ({
  rows: found.slice(0, limit),
  hasMore: found.length > limit,
});
