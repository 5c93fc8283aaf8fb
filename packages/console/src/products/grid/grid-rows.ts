/** Height of a product's row in pixels. */
export const rowHeight = 40;
/** Height of the header in pixels; keep equal to product-grid.module.css. */
export const headHeight = 38;

/** The first and the last row that are visible in full. */
export interface RowRange {
  first: number;
  last: number;
}

/**
 * The rows that are visible in full.
 * @param scrollTop pixels from the top of the list
 * @param clientHeight height of the grid with its header
 */
export const visibleRows = (scrollTop: number, clientHeight: number): RowRange => ({
  first: Math.ceil(scrollTop / rowHeight),
  last: Math.floor((scrollTop + clientHeight - headHeight) / rowHeight) - 1,
});

/** Whether at least a part of a row is visible. */
export const isVisible = (row: number, { first, last }: RowRange): boolean => row >= first - 1 && row <= last + 1;

/** Rows that PageUp and PageDown move by: two rows less than fit, at least one. */
export const rowsPerPage = (clientHeight: number): number => Math.max(1, Math.floor(clientHeight / rowHeight) - 2);

/** The nearest row that exists, 0 for an empty list. */
export const clampRow = (row: number, count: number): number => Math.max(0, Math.min(count - 1, row));

/** The row to move to: from the active row, or into the visible rows if the active row was scrolled out of view. */
export function nextRow(active: number, by: number, visible: RowRange): number {
  if (isVisible(active, visible)) return active + by;
  return by > 0 ? visible.first : visible.last;
}
