import { type RefObject, useEffect, useRef } from 'react';
import type { Column } from './product-columns.ts';
import { markWidth } from './product-row-cells.tsx';

/** Scrolls to a column that was just added, unless the column is in view, so that the user sees the effect. */
export function useAddedColumn(gridRef: RefObject<HTMLDivElement | null>, columns: readonly Column[]): void {
  const before = useRef(columns);
  useEffect(() => {
    const known = new Set(before.current.map(({ key }) => key));
    const added = columns.filter(({ key }) => !known.has(key));
    const isOneMore = columns.length === before.current.length + 1;
    before.current = columns;
    const [column] = added;
    const grid = gridRef.current;
    if (!isOneMore || added.length !== 1 || !column || !grid || column.pinned) return;
    const left = columns.slice(0, columns.indexOf(column)).reduce((sum, { width }) => sum + width, markWidth);
    const pinned = columns.filter((one) => one.pinned).reduce((sum, { width }) => sum + width, markWidth);
    const isInView = left >= grid.scrollLeft + pinned && left + column.width <= grid.scrollLeft + grid.clientWidth;
    if (!isInView) grid.scrollLeft = left - pinned;
  }, [gridRef, columns]);
}
