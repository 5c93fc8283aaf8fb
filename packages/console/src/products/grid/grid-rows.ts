/** Height of a product's row in pixels. */
export const rowHeight = 40;
/** Height of the header in pixels; keep equal to product-grid.module.css. */
export const headHeight = 38;

/** The first and last fully visible rows. */
export interface RowRange {
  first: number;
  last: number;
}

/**
 * Returns the fully visible rows.
 * @param scrollTop pixels from the top of the list
 * @param clientHeight height of the grid with its header, in pixels
 */
export const visibleRows = (scrollTop: number, clientHeight: number): RowRange => ({
  first: Math.ceil(scrollTop / rowHeight),
  last: Math.floor((scrollTop + clientHeight - headHeight) / rowHeight) - 1,
});

/** Checks whether a row is fully visible or next to a fully visible row; the row next to it may be partly visible. */
export const isVisible = (row: number, { first, last }: RowRange): boolean => row >= first - 1 && row <= last + 1;

/** Returns the number of rows that PageUp and PageDown move by: two fewer than the height of the grid can hold, but at least one. */
export const rowsPerPage = (clientHeight: number): number => Math.max(1, Math.floor(clientHeight / rowHeight) - 2);

/** Returns the nearest existing row; 0 for an empty list. */
export const clampRow = (row: number, count: number): number => Math.max(0, Math.min(count - 1, row));

/** Returns the row to move to, starting from the active row, or from the visible rows if the active row was scrolled out of view. */
export function nextRow(active: number, by: number, visible: RowRange): number {
  if (isVisible(active, visible)) return active + by;
  return by > 0 ? visible.first : visible.last;
}
