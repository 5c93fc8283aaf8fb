import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type Ref, useLayoutEffect, useRef, useState } from 'react';

/** Estimated height of a row in pixels. */
const rowHeight = 46;
/** Number of columns of the table. */
const columns = 6;

/** Returns the indexes of the rows near the visible part of the page, and the heights of the spaces for the rows above and below them. */
export function useRowWindow(count: number, keyOf: (index: number) => string) {
  const start = useRef<HTMLTableRowElement>(null);
  const [margin, setMargin] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      const top = start.current?.getBoundingClientRect().top;
      if (top !== undefined) setMargin(Math.round(top + window.scrollY));
    };
    measure();
    // content above the table can move the table, which also changes the height of the page
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  const virtual = useWindowVirtualizer({
    count,
    estimateSize: () => rowHeight,
    getItemKey: keyOf,
    overscan: 12,
    scrollMargin: margin,
  });
  const items = virtual.getVirtualItems();
  const before = (items[0]?.start ?? margin) - margin;
  return {
    start,
    indexes: items.map(({ index }) => index),
    before,
    after: virtual.getTotalSize() - ((items.at(-1)?.end ?? margin) - margin),
    measure: virtual.measureElement,
  };
}

/** The space for rows that are not rendered. */
export function RowSpace({ height, ref }: { height: number; ref?: Ref<HTMLTableRowElement> }) {
  return (
    <tr ref={ref} aria-hidden style={{ height, padding: 0, border: 'none' }}>
      <td colSpan={columns} style={{ padding: 0, height }} />
    </tr>
  );
}
