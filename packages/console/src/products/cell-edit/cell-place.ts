import type { CSSProperties } from 'react';
import { headHeight } from '../grid/grid-rows.ts';
import type { Column } from '../grid/product-columns.ts';
import { markWidth, stickyLeft } from '../grid/product-row-cells.tsx';

/** Returns the style of an element that covers a cell of the grid. It sticks to the left edge with a pinned column. */
export function cellStyle(columns: readonly Column[], key: string, width: number): CSSProperties {
  const index = columns.findIndex((column) => column.key === key);
  const sticky = stickyLeft(columns, index);
  const pinned = columns.reduce((sum, column) => sum + (column.pinned ? column.width : 0), markWidth);
  const left = columns.slice(0, index).reduce((sum, column) => sum + column.width, markWidth);
  return {
    width,
    ...(sticky === undefined ? { position: 'absolute', left } : { position: 'sticky', left: sticky }),
    // the cell is scrolled into view beside the pinned columns and below the head
    scrollMargin: `${headHeight}px 0 0 ${sticky === undefined ? pinned : 0}px`,
  };
}
