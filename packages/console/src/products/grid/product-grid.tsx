import { Checkbox } from '@mantine/core';
import type { ProductRecord } from '@pimento/contract';
import { IconPhoto, IconPin } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { ColumnHandle } from './column-handle.tsx';
import { type Column, pictureColumn } from './product-columns.ts';
import classes from './product-grid.module.css';
import { markWidth, stickyLeft } from './product-row-cells.tsx';
import { ProductRow, type RowActions, rowHeight } from './product-row.tsx';
import type { Selection } from '../selection/use-selection.ts';

/** Of the names of columns, as the style sheet has it. */
const headHeight = 38;
/** Rows ahead of the screen at which the next page is asked for. */
const ahead = 80;

interface GridProps {
  columns: Column[];
  products: ProductRecord[];
  count: number | undefined;
  hasMore: boolean;
  loadMore: () => void;
  selection: Selection;
  active: number;
  onActive: (row: number) => void;
  onOpen: (productId: string) => void;
  onPreview: (row: number) => void;
  onResize: (key: string, width: number) => void;
  onMove: (key: string, before: string) => void;
  gridRef: RefObject<HTMLDivElement | null>;
  /** Pixels from the top: where it begins, and where it is. */
  offset: RefObject<number>;
  /** Somebody was in it before. */
  takesFocus: boolean;
}

/** A table of any length: only what is on the screen exists, pages are fetched as it moves. */
export function ProductGrid(props: GridProps) {
  const {
    columns,
    products,
    count,
    hasMore,
    loadMore,
    selection,
    active,
    onActive,
    onOpen,
    onPreview,
    gridRef,
    offset,
  } = props;
  const t = useMessages();
  const rowCount = products.length + (hasMore ? 20 : 0);
  const virtual = useVirtualizer({
    count: rowCount,
    getScrollElement: () => gridRef.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    initialOffset: () => offset.current,
    scrollPaddingEnd: headHeight,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && last > products.length - ahead) loadMore();
  }, [hasMore, last, products.length, loadMore]);
  useEffect(() => {
    if (props.takesFocus) gridRef.current?.focus({ preventScroll: true });
  }, []);
  const scrolled = useRef(active);
  useEffect(() => {
    if (scrolled.current === active) return;
    scrolled.current = active;
    if (active >= 0) virtual.scrollToIndex(active);
  }, [active, virtual]);

  /** Makes a row the active one that the pointer is on: it must stay there. */
  const touch = (row: number) => {
    scrolled.current = row;
    onActive(row);
  };
  const latest = useRef<RowActions>(undefined);
  latest.current = {
    press(row) {
      touch(row);
      onPreview(row);
    },
    open(row) {
      const product = products[row];
      if (product) onOpen(product.productId);
    },
    toggle(row) {
      touch(row);
      const product = products[row];
      if (product) selection.toggle(product.productId);
    },
  };
  // the same for as long as there is a grid, so that rows are not drawn again because of them
  const [actions] = useState<RowActions>(() => ({
    press: (row) => latest.current?.press(row),
    open: (row) => latest.current?.open(row),
    toggle: (row) => latest.current?.toggle(row),
  }));

  const width = columns.reduce((sum, column) => sum + column.width, markWidth);
  const move = (row: number) => onActive(Math.max(0, Math.min(products.length - 1, row)));
  /** The first and the last row of which the whole is to be seen. */
  const seen = (): [first: number, last: number] => {
    const { scrollTop = 0, clientHeight = 0 } = gridRef.current ?? {};
    return [Math.ceil(scrollTop / rowHeight), Math.floor((scrollTop + clientHeight - headHeight) / rowHeight) - 1];
  };
  /** From the current row, or, where that has been scrolled away, into those that are to be seen. */
  const step = (by: number) => {
    const [first, last] = seen();
    // one of which a part is to be seen counts
    if (active >= first - 1 && active <= last + 1) move(active + by);
    else move(by > 0 ? first : last);
  };
  /** What is done to the current row is done where it is to be seen; else it is brought there. */
  const onSeen = (act: () => void) => {
    const [first, last] = seen();
    if (active >= first - 1 && active <= last + 1) act();
    else virtual.scrollToIndex(active);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const product = products[active];
    const page = Math.max(1, Math.floor((gridRef.current?.clientHeight ?? 400) / rowHeight) - 2);
    const keys: Record<string, (() => void) | undefined> = {
      j: () => step(1),
      ArrowDown: () => step(1),
      k: () => step(-1),
      ArrowUp: () => step(-1),
      PageDown: () => step(page),
      PageUp: () => step(-page),
      Home: () => move(0),
      End: () => move(products.length - 1),
      x: product && (() => onSeen(() => selection.toggle(product.productId))),
      ' ': product && (() => onSeen(() => onPreview(active))),
      Enter: product && (() => onSeen(() => onOpen(product.productId))),
      Escape: () => selection.clear(),
    };
    const act = keys[event.key];
    if (!act || (event.target !== event.currentTarget && event.key === ' ')) return;
    event.preventDefault();
    act();
  };
  return (
    <div
      ref={gridRef}
      className={classes.grid}
      role="grid"
      aria-label={t.products.title}
      aria-rowcount={count === undefined && hasMore ? -1 : (count ?? products.length) + 1}
      aria-colcount={columns.length + 1}
      aria-multiselectable
      aria-activedescendant={items.some(({ index }) => index === active) ? `row-${active}` : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onScroll={({ currentTarget }) => {
        offset.current = currentTarget.scrollTop;
      }}
    >
      <div role="rowgroup" className={classes.head} style={{ width }}>
        <div role="row" aria-rowindex={1} className={classes.headRow}>
          <div role="columnheader" className={classes.mark} style={{ width: markWidth }}>
            <Checkbox
              size="xs"
              aria-label={t.products.chooseAll}
              checked={selection.kind === 'all' && selection.ids.size === 0}
              indeterminate={selection.ids.size > 0}
              onChange={() => (selection.kind === 'all' ? selection.clear() : selection.chooseAll())}
            />
          </div>
          {columns.map((column, place) => (
            <div
              key={column.key}
              role="columnheader"
              className={classes.headCell}
              data-pinned={column.pinned || undefined}
              style={{ width: column.width, left: stickyLeft(columns, place) }}
              draggable
              onDragStart={(event) => event.dataTransfer.setData('text/column', column.key)}
              onDragOver={(event) => event.preventDefault()}
              onDrop={(event) => {
                event.preventDefault();
                props.onMove(event.dataTransfer.getData('text/column'), column.key);
              }}
            >
              {column.key === pictureColumn ? (
                <IconPhoto size={15} role="img" aria-label={column.label} />
              ) : (
                <>
                  <span title={column.label}>{column.label}</span>
                  {column.pinned && <IconPin size={12} aria-hidden />}
                </>
              )}
              <ColumnHandle
                label={column.label}
                width={column.width}
                onResize={(next) => props.onResize(column.key, next)}
              />
            </div>
          ))}
        </div>
      </div>
      <div role="rowgroup" style={{ height: virtual.getTotalSize(), width, position: 'relative' }}>
        {items.map(({ index, start }) => {
          const record = products[index];
          return (
            <ProductRow
              key={index}
              index={index}
              start={start}
              width={width}
              record={record}
              columns={columns}
              isActive={index === active}
              isChosen={record !== undefined && selection.has(record.productId)}
              actions={actions}
            />
          );
        })}
      </div>
    </div>
  );
}
