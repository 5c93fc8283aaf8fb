/** Height of the header in pixels. It must equal `--table-head-height` in app.css. */
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
 * @param rowHeight in pixels
 */
export const visibleRows = (scrollTop: number, clientHeight: number, rowHeight: number): RowRange => ({
  first: Math.ceil(scrollTop / rowHeight),
  last: Math.floor((scrollTop + clientHeight - headHeight) / rowHeight) - 1,
});

/** Returns true if a row is fully visible, or is a neighbour of a fully visible row and may therefore be partly visible. */
export const isVisible = (row: number, { first, last }: RowRange): boolean => row >= first - 1 && row <= last + 1;

/** Returns the number of rows that PageUp and PageDown move by: two fewer than fit into the height of the grid, but at least one. */
export const rowsPerPage = (clientHeight: number, rowHeight: number): number =>
  Math.max(1, Math.floor(clientHeight / rowHeight) - 2);

/** Returns the nearest existing row, or 0 for an empty list. */
export const clampRow = (row: number, count: number): number => Math.max(0, Math.min(count - 1, row));

/**
 * Returns the row that is `by` rows from the active row. If the active row was scrolled out of view, returns the first visible row or, for
 * a negative `by`, the last visible row.
 */
export function nextRow(active: number, by: number, visible: RowRange): number {
  if (isVisible(active, visible)) return active + by;
  return by > 0 ? visible.first : visible.last;
}
