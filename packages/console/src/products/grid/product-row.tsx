import type { ProductRecord } from '@pimento/contract';
import { memo } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import type { Column } from './product-columns.ts';
import classes from './product-grid.module.css';
import { markWidth, RowCells } from './product-row-cells.tsx';

export const rowHeight = 40;

/** What can be done with a row by the pointer; the same object for all rows, for as long as there is a grid. */
export interface RowActions {
  press: (row: number) => void;
  open: (row: number) => void;
  toggle: (row: number) => void;
}

interface RowProps {
  index: number;
  /** Pixels from the top of the list. */
  start: number;
  width: number;
  record: ProductRecord | undefined;
  columns: Column[];
  isActive: boolean;
  isChosen: boolean;
  actions: RowActions;
}

/**
 * One product. Drawn anew only where something of its own changes: a key in the grid concerns two rows of forty, and the checkbox is a plain
 * one since forty of the component library's take longer than all else that a key does.
 */
export const ProductRow = memo(function ProductRow(props: RowProps) {
  const { index, start, width, record, columns, isActive, isChosen, actions } = props;
  const t = useMessages();
  return (
    <div
      id={`row-${index}`}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isChosen}
      data-active={isActive || undefined}
      className={classes.row}
      style={{ transform: `translateY(${start}px)`, height: rowHeight, width }}
      onClick={() => record && actions.press(index)}
      onDoubleClick={() => record && actions.open(index)}
    >
      <div role="gridcell" className={classes.mark} style={{ width: markWidth }}>
        {record && (
          <input
            type="checkbox"
            className={classes.check}
            tabIndex={-1}
            aria-label={t.products.choose(record.productId)}
            checked={isChosen}
            onClick={(event) => event.stopPropagation()}
            onDoubleClick={(event) => event.stopPropagation()}
            onChange={() => actions.toggle(index)}
          />
        )}
      </div>
      <RowCells record={record} columns={columns} />
    </div>
  );
});
