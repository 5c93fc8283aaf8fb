import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { Column } from '../grid/product-columns.ts';

/** A cell of the grid. */
export interface CellPlace {
  row: number;
  column: Column;
}

/** Longest time between the clicks of a double click, in milliseconds. */
const maxMs = 500;
/** Largest distance between the clicks of a double click, in pixels. */
const maxPixels = 6;

/** Returns the row and the column of the cell that was clicked; undefined if the click was not on a cell. */
export function cellOf({ target }: MouseEvent, columns: readonly Column[]): CellPlace | undefined {
  const cell = target instanceof Element ? target.closest('[role=gridcell]') : null;
  const row = cell?.closest('[role=row][id]');
  if (!cell || !row) return undefined;
  const column = columns[[...row.children].indexOf(cell) - 1]; // the first cell is the checkbox
  return column && { row: Number(row.id.slice('row-'.length)), column };
}

/**
 * Handles double clicks on cells of the grid. The first click opens the preview, which can cover the cell, so the second click may be on
 * the preview.
 * @param onCell returns true if it has handled the double click, which then has no other effect
 */
export function useDoubleClicks(
  gridRef: RefObject<HTMLDivElement | null>,
  columns: readonly Column[],
  onCell: (place: CellPlace) => boolean,
): void {
  const placeOf = useEffectEvent((event: MouseEvent) => cellOf(event, columns));
  const act = useEffectEvent(onCell);
  useEffect(() => {
    let first: { place: CellPlace; event: MouseEvent } | undefined;
    let handledAt = -Infinity;
    const stop = (event: MouseEvent) => {
      event.preventDefault();
      event.stopPropagation();
    };
    const isSecond = (event: MouseEvent) =>
      first !== undefined &&
      event.timeStamp - first.event.timeStamp < maxMs &&
      Math.hypot(event.clientX - first.event.clientX, event.clientY - first.event.clientY) < maxPixels;
    const onClick = (event: MouseEvent) => {
      if (event.shiftKey || event.ctrlKey || event.metaKey) return;
      if (first !== undefined && isSecond(event) && act(first.place)) {
        first = undefined;
        handledAt = event.timeStamp;
        stop(event);
        return;
      }
      const isInGrid = event.target instanceof Node && gridRef.current?.contains(event.target) === true;
      const place = isInGrid ? placeOf(event) : undefined;
      first = place && { place, event };
    };
    const onDoubleClick = (event: MouseEvent) => {
      if (event.timeStamp - handledAt < maxMs) stop(event); // otherwise the row would open the product
    };
    document.addEventListener('click', onClick, true);
    document.addEventListener('dblclick', onDoubleClick, true);
    return () => {
      document.removeEventListener('click', onClick, true);
      document.removeEventListener('dblclick', onDoubleClick, true);
    };
  }, [gridRef]);
}
