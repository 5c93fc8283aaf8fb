import type { ProductRecord } from '@pimento/contract';
import { type RefObject, useEffect } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { useCells } from '../cell-edit/use-cells.tsx';
import type { Selection } from '../selection/use-selection.ts';
import type { Sort } from './column-sort.ts';
import { GridHead } from './grid-head.tsx';
import { handleGridKey } from './grid-keys.ts';
import type { Column } from './product-columns.ts';
import classes from './product-grid.module.css';
import { markWidth } from './product-row-cells.tsx';
import { ProductRow } from './product-row.tsx';
import { useAddedColumn } from './use-added-column.ts';
import { useGridRows } from './use-grid-rows.ts';
import { useRowActions } from './use-row-actions.ts';

interface GridProps {
  columns: Column[];
  products: ProductRecord[];
  /** Number of matching products, or undefined while they are being counted. */
  count: number | undefined;
  hasMore: boolean;
  loadMore: () => void;
  selection: Selection;
  /** Index of the active row. */
  active: number;
  onActive: (row: number) => void;
  onOpen: (productId: string) => void;
  /** True while the preview of the active row is shown. */
  isPreviewing: boolean;
  onPreview: (isPreviewing: boolean) => void;
  onResize: (key: string, width: number) => void;
  onMove: (key: string, before: string) => void;
  sort: Sort;
  onSort: (column: Column) => void;
  /** Sorts the list. The argument is a value of the search parameter `sort`. */
  onOrder: (sort: string) => void;
  gridRef: RefObject<HTMLDivElement | null>;
  /** The scroll position in pixels. It is read on mount and updated while the user scrolls. */
  offset: RefObject<number>;
  /** True if the grid receives the focus on mount, because it had the focus before. */
  takesFocus: boolean;
}

/** A virtualized table of any length. Renders only the visible rows and a few rows around them, and fetches pages while scrolling. */
export function ProductGrid(props: GridProps) {
  const { columns, products, count, hasMore, selection, active, isPreviewing, gridRef, offset, takesFocus } = props;
  const { onActive, onOpen, onPreview } = props;
  const t = useMessages();
  const { virtual, keepScroll } = useGridRows({ ...props, loaded: products.length });
  useAddedColumn(gridRef, columns);
  useEffect(() => {
    if (takesFocus) gridRef.current?.focus({ preventScroll: true });
  }, [takesFocus, gridRef]);
  const touch = (row: number) => {
    keepScroll(row);
    onActive(row);
  };
  const withProduct = (row: number, act: (productId: string) => void) => products[row] && act(products[row].productId);
  const actions = useRowActions({
    press(row) {
      touch(row);
      onPreview(true);
    },
    open: (row) => withProduct(row, onOpen),
    toggle(row) {
      touch(row);
      withProduct(row, selection.toggle);
    },
    toggleRange(row) {
      touch(row);
      withProduct(row, (productId) => selection.toggleRange(productId, products));
    },
  });
  const cells = useCells(props);
  const isChosen = (record: ProductRecord | undefined) => record !== undefined && selection.has(record.productId);
  const items = virtual.getVirtualItems();
  const width = columns.reduce((sum, column) => sum + column.width, markWidth);
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
      {...cells.events}
      onKeyDown={(event) =>
        cells.handleKey(event) ||
        handleGridKey(event, products, active, {
          activate: onActive,
          scrollTo: (row) => virtual.scrollToIndex(row),
          toggle: selection.toggle,
          preview: () => onPreview(!isPreviewing),
          open: onOpen,
          leave: () => (isPreviewing ? onPreview(false) : selection.clear()),
        })
      }
      onScroll={({ currentTarget }) => {
        offset.current = currentTarget.scrollTop;
      }}
    >
      <GridHead {...props} width={width} />
      <div role="rowgroup" style={{ height: virtual.getTotalSize(), width, position: 'relative' }}>
        {items.map(({ index, start }) => (
          <ProductRow
            key={index}
            {...{ index, start, width, columns, actions }}
            record={products[index]}
            isActive={index === active}
            isChosen={isChosen(products[index])}
          />
        ))}
        {cells.layer}
      </div>
    </div>
  );
}
