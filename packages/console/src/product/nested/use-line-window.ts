import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import type { Line } from '../rows/row-lines.ts';

/** Estimated heights in pixels of lines that have not been measured yet. */
const lineHeight = 33;
const headHeight = 40;

/**
 * Returns the lines near the visible part of a table. The head of the outermost table is returned separately, because it stays at the top.
 * @param kept the index of a line that is rendered at every scroll position, because it has an input
 */
export function useLineWindow(frame: RefObject<HTMLElement | null>, lines: readonly Line[], kept: number | undefined) {
  const skipped = lines[0]?.kind === 'head' ? 1 : 0;
  const margin = skipped * headHeight;
  const latest = useRef(kept);
  latest.current = kept;
  const virtual = useVirtualizer({
    count: lines.length - skipped,
    getScrollElement: () => frame.current,
    estimateSize: (index) => (lines[index + skipped]?.kind === 'head' ? headHeight : lineHeight),
    getItemKey: (index) => lines[index + skipped]?.key ?? index,
    overscan: 8,
    scrollMargin: margin,
    scrollPaddingStart: margin,
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range);
      const index = latest.current === undefined ? -1 : latest.current - skipped;
      if (index < 0 || index >= range.count || shown.includes(index)) return shown;
      return [...shown, index].toSorted((a, b) => a - b);
    },
  });
  return {
    head: skipped === 1 ? lines[0] : undefined,
    height: virtual.getTotalSize(),
    items: virtual
      .getVirtualItems()
      .map(({ index, key, start }) => ({ index: index + skipped, key, top: start - margin })),
    measure: virtual.measureElement,
    /** Returns the value of the attribute `data-index`, which `measure` reads from the element of a line. */
    indexOf: (index: number) => index - skipped,
    scrollTo: (index: number) => {
      if (index >= skipped) virtual.scrollToIndex(index - skipped, { align: 'auto' });
      else virtual.scrollToOffset(0);
    },
  };
}

/** Scrolls to a line when it becomes active or becomes the first search result. */
export function useScrollTo(index: number | undefined, scrollTo: (index: number) => void): void {
  const scroll = useEffectEvent(scrollTo);
  useEffect(() => {
    if (index !== undefined && index >= 0) scroll(index);
  }, [index]);
}

/** Scrolls horizontally to a cell when it becomes active. A first column that is sticky covers a part of the others. */
export function useScrollAside(frame: RefObject<HTMLElement | null>, cellId: string | undefined): void {
  useEffect(() => {
    const box = frame.current;
    const cell = cellId === undefined ? null : document.getElementById(cellId);
    const first = cell?.parentElement?.firstElementChild;
    if (!box || !cell || !(first instanceof HTMLElement)) return;
    const [start, end] = [cell.offsetLeft, cell.offsetLeft + cell.offsetWidth];
    const covered = getComputedStyle(first).position === 'sticky' ? first.offsetWidth : 0;
    if (cell === first) box.scrollLeft = 0;
    else if (start - covered < box.scrollLeft) box.scrollLeft = start - covered;
    else if (end > box.scrollLeft + box.clientWidth) box.scrollLeft = end - box.clientWidth;
  }, [frame, cellId]);
}

export type LineWindow = ReturnType<typeof useLineWindow>;
