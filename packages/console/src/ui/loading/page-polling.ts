/** The number of pages up to which a list is polled at its usual interval. */
const usualPages = 3;

/**
 * Returns the polling interval of a list of pages in milliseconds. A refetch requests all loaded pages one after the other, so the interval
 * grows with their number. A list with many pages therefore sends no more requests than a list with 3 pages.
 * @param pages the loaded pages, or undefined while the first one is being loaded
 */
export const pagePollMs = (usualMs: number, pages: readonly unknown[] | undefined): number =>
  Math.round(usualMs * Math.max(1, (pages?.length ?? 0) / usualPages));
