import type { ProductRecord } from '@pimento/contract';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useShowText } from '../../session/labels/use-show-text.ts';
import { shownValue } from '../../session/labels/value-text.ts';
import { type Column, valueUnder } from '../grid/product-columns.ts';
import classes from './cell-edit.module.css';
import { cellStyle, type GridSizes } from './cell-place.ts';

/** A line over one row of the grid. */
export function CellLine(props: { row: number; columns: readonly Column[]; sizes: GridSizes; children: ReactNode }) {
  const { row, columns, sizes, children } = props;
  const height = sizes.row;
  const width = columns.reduce((sum, column) => sum + column.width, sizes.mark);
  return (
    <div
      role="row"
      aria-rowindex={row + 2}
      className={classes.line}
      style={{ transform: `translateY(${row * height}px)`, width, height }}
    >
      {children}
    </div>
  );
}

const cellId = 'active-cell';

/** Marks the cell to which F2 and Enter apply, also for screen readers. */
export function ActiveCell(props: {
  gridRef: RefObject<HTMLDivElement | null>;
  columns: readonly Column[];
  sizes: GridSizes;
  active: number;
  column: Column;
  record: ProductRecord;
}) {
  const { gridRef, columns, sizes, active, column, record } = props;
  const frame = useRef<HTMLDivElement>(null);
  const show = useShowText();
  const value = valueUnder(record.product, column.names);
  const shown: unknown = column.shownBy ? shownValue(value, column.shownBy, show) : value;
  useEffect(() => {
    void frame.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [column.key]);
  // The grid sets this attribute to the active row. It cannot know the active cell, because this layer is loaded later than the grid.
  useLayoutEffect(() => {
    const grid = gridRef.current;
    grid?.setAttribute('aria-activedescendant', cellId);
    return () => grid?.setAttribute('aria-activedescendant', `row-${active}`);
  }, [gridRef, active]);
  return (
    <CellLine row={active} columns={columns} sizes={sizes}>
      <div
        ref={frame}
        id={cellId}
        role="gridcell"
        className={classes.frame}
        aria-label={[column.label, [shown].flat().join(', ')].join(': ')}
        style={cellStyle(columns, sizes, column.key, column.width)}
      />
    </CellLine>
  );
}
