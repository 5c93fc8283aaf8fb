import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useRef } from 'react';
import { headHeight } from './grid-rows.ts';
import { useGridRowHeight } from './row-height.ts';

/** The next page is fetched when fewer than this many loaded rows are left below the rendered rows. */
const prefetchRows = 80;
/** The number of placeholder rows below the loaded products while more products exist. */
const placeholderRows = 20;

/**
 * Returns the rows to render, fetches the next page near the end, and scrolls to the active row when it changes.
 * @returns `keepScroll` must be called before the row under the pointer becomes active. The grid then does not scroll to this row
 */
export function useGridRows(props: {
  gridRef: RefObject<HTMLDivElement | null>;
  /** Initial scroll position in pixels. */
  offset: RefObject<number>;
  loaded: number;
  hasMore: boolean;
  loadMore: () => void;
  active: number;
}): { virtual: Virtualizer<HTMLDivElement, Element>; keepScroll: (row: number) => void } {
  const { gridRef, offset, loaded, hasMore, loadMore, active } = props;
  const rowHeight = useGridRowHeight();
  const virtual = useVirtualizer({
    count: loaded + (hasMore ? placeholderRows : 0),
    getScrollElement: () => gridRef.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    initialOffset: () => offset.current,
    scrollPaddingEnd: headHeight,
  });
  useEffect(() => virtual.measure(), [virtual, rowHeight]);
  const last = virtual.getVirtualItems().at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && last > loaded - prefetchRows) loadMore();
  }, [hasMore, last, loaded, loadMore]);
  const scrolled = useRef(active);
  useEffect(() => {
    if (scrolled.current === active) return;
    scrolled.current = active;
    if (active >= 0) virtual.scrollToIndex(active);
  }, [active, virtual]);
  return {
    virtual,
    keepScroll(row) {
      scrolled.current = row;
    },
  };
}
