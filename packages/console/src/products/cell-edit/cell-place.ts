import type { CSSProperties } from 'react';
import type { Column, valueUnder } from '../grid/product-columns.ts';

/**
 * Sizes of the grid in pixels, and the function that reads the value of a cell. The grid passes them to the layer, because a module that
 * both import would become a separate file of the first load.
 */
export interface GridParts {
  row: number;
  head: number;
  /** Width of the checkboxes before the first column. */
  mark: number;
  valueOf: typeof valueUnder;
}

/**
 * Returns the style of an element that covers a cell of the grid. In a pinned column, the element sticks to the left edge like the column.
 */
export function cellStyle(columns: readonly Column[], parts: GridParts, key: string, width: number): CSSProperties {
  const index = columns.findIndex((column) => column.key === key);
  const isPinned = columns[index]?.pinned === true; // pinned columns come first
  const left = columns.slice(0, index).reduce((sum, column) => sum + column.width, parts.mark);
  const pinned = columns.reduce((sum, column) => sum + (column.pinned ? column.width : 0), parts.mark);
  return {
    width,
    minHeight: parts.row,
    position: isPinned ? 'sticky' : 'absolute',
    left,
    // the cell is scrolled into view beside the pinned columns and below the header
    scrollMargin: `${parts.head}px 0 0 ${isPinned ? 0 : pinned}px`,
  };
}
