import type { ProductRecord } from '@pimento/contract';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useShowText } from '../../session/labels/use-show-text.ts';
import { shownValue } from '../../session/labels/value-text.ts';
import type { Column } from '../grid/product-columns.ts';
import classes from './cell-edit.module.css';
import { cellStyle, type GridParts } from './cell-place.ts';

/** A row of the layer, placed over one row of the grid. */
export function CellLine(props: { row: number; columns: readonly Column[]; parts: GridParts; children: ReactNode }) {
  const { row, columns, parts, children } = props;
  const height = parts.row;
  const width = columns.reduce((sum, column) => sum + column.width, parts.mark);
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
  parts: GridParts;
  active: number;
  column: Column;
  record: ProductRecord;
}) {
  const { gridRef, columns, parts, active, column, record } = props;
  const frame = useRef<HTMLDivElement>(null);
  const show = useShowText();
  const value = parts.valueOf(record.product, column.names);
  const shown: unknown = column.shownBy ? shownValue(value, column.shownBy, show) : value;
  useEffect(() => {
    frame.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [column.key]);
  // The grid sets `aria-activedescendant` to the active row. This layer is loaded later than the grid, so it sets the active cell itself.
  useLayoutEffect(() => {
    const grid = gridRef.current;
    grid?.setAttribute('aria-activedescendant', cellId);
    return () => grid?.setAttribute('aria-activedescendant', `row-${active}`);
  }, [gridRef, active]);
  return (
    <CellLine row={active} columns={columns} parts={parts}>
      <div
        ref={frame}
        id={cellId}
        role="gridcell"
        className={classes.frame}
        aria-label={[column.label, [shown].flat().join(', ')].join(': ')}
        style={cellStyle(columns, parts, column.key, column.width)}
      />
    </CellLine>
  );
}
