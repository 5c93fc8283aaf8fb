import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import classes from './virtual-table.module.css';

export interface VirtualColumn {
  label: string;
  /** A track of a CSS grid, such as `1fr`. */
  width: string;
  /** True if the label is only for screen readers. */
  isHidden?: boolean;
}

const estimatedHeight = 42;
/** The next page is loaded when fewer than this many loaded rows follow the last rendered row. */
const prefetchRows = 100;

/**
 * A table of any length. Its rows are cards on a phone. Renders only the visible rows and a few rows around them, and loads pages while the
 * user scrolls.
 */
export function VirtualTable(props: {
  label: string;
  columns: readonly VirtualColumn[];
  minWidth: number;
  count: number;
  hasMore: boolean;
  loadMore: () => void;
  keyOf: (index: number) => string;
  cellsOf: (index: number) => readonly ReactNode[];
}) {
  const { label, columns, minWidth, count, hasMore, loadMore, keyOf, cellsOf } = props;
  const frame = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => frame.current,
    estimateSize: () => estimatedHeight,
    getItemKey: keyOf,
    overscan: 10,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  const load = useEffectEvent(loadMore);
  const isNearEnd = hasMore && last > count - prefetchRows;
  useEffect(() => {
    if (isNearEnd) load();
  }, [isNearEnd, count]);
  const gridTemplateColumns = columns.map(({ width }) => width).join(' ');
  return (
    <div
      ref={frame}
      className={classes.frame}
      role="table"
      tabIndex={0}
      aria-label={label}
      aria-rowcount={hasMore ? -1 : count + 1}
    >
      <div role="rowgroup" className={classes.head} style={{ minWidth }}>
        <div role="row" aria-rowindex={1} className={classes.row} style={{ gridTemplateColumns }}>
          {columns.map((column) => (
            <div key={column.label} role="columnheader">
              <span className={column.isHidden === true ? 'sr-only' : undefined}>{column.label}</span>
            </div>
          ))}
        </div>
      </div>
      <div role="rowgroup" className={classes.body} style={{ minWidth, height: virtual.getTotalSize() }}>
        {items.map(({ index, key, start }) => (
          <div
            key={key}
            ref={virtual.measureElement}
            data-index={index}
            role="row"
            aria-rowindex={index + 2}
            className={classes.row}
            style={{ gridTemplateColumns, transform: `translateY(${start}px)` }}
          >
            {cellsOf(index).map((cell, at) => (
              <div
                key={columns[at]?.label ?? at}
                role="cell"
                data-label={columns[at]?.isHidden === true ? undefined : columns[at]?.label}
              >
                {cell}
              </div>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}
