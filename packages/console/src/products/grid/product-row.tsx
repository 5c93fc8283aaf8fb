import type { ProductRecord } from '@pimento/contract';
import { memo, type MouseEvent } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import type { Column } from './product-columns.ts';
import classes from './product-grid.module.css';
import { markWidth, RowCells } from './product-row-cells.tsx';

/** The pointer actions of a row. All rows share one object for the lifetime of the grid. */
export interface RowActions {
  press: (row: number) => void;
  open: (row: number) => void;
  toggle: (row: number) => void;
  /** Selects or deselects all rows from the last toggled row to this one. */
  toggleRange: (row: number) => void;
}

/** Handles a click on a row. If the click is on the link with Ctrl or Cmd pressed, it is left to the browser, which opens a new tab. */
function handleClick(event: MouseEvent, index: number, { press, open, toggleRange }: RowActions): void {
  const isLink = event.target instanceof Element && event.target.closest('a') !== null;
  if (isLink && (event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  if (event.shiftKey) toggleRange(index);
  else if (isLink) open(index);
  else press(index);
}

/** Shift extends the selection of products, not the selection of text. */
const keepText = (event: MouseEvent) => {
  if (event.shiftKey) event.preventDefault();
};

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
 * The row of one product. Memoized, because a key press in the grid changes only two of forty rows. Uses a native checkbox, because
 * rendering forty checkboxes of the component library takes longer than everything else that a key press causes.
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
      style={{ transform: `translateY(${start}px)`, width }}
      onMouseDown={keepText}
      onClick={(event) => record && handleClick(event, index, actions)}
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
            onChange={({ nativeEvent }) =>
              'shiftKey' in nativeEvent && nativeEvent.shiftKey === true
                ? actions.toggleRange(index)
                : actions.toggle(index)
            }
          />
        )}
      </div>
      <RowCells record={record} columns={columns} />
    </div>
  );
});
