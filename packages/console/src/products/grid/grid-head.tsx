import { Checkbox } from '@mantine/core';
import { IconPhoto, IconPin } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { lazyPart } from '../../ui/loading/lazy-part.tsx';
import type { Selection } from '../selection/use-selection.ts';
import { ColumnHandle } from './column-handle.tsx';
import { ariaSort, type Sort } from './column-sort.ts';
import { type Column, pictureColumn } from './product-columns.ts';
import classes from './product-grid.module.css';
import { markWidth, stickyLeft } from './product-row-cells.tsx';
import { useIsPhone } from './row-height.ts';
import { SortButton } from './sort-button.tsx';

const PhoneSort = lazyPart(async () => (await import('./phone-sort.tsx')).PhoneSort);

interface ColumnChanges {
  sort: Sort;
  onSort: (column: Column) => void;
  onResize: (key: string, width: number) => void;
  /** Moves the column `key` before the column `before`. */
  onMove: (key: string, before: string) => void;
}

/**
 * The header, with a checkbox that selects the whole list, and with columns that can be resized and dragged. On a phone, a select for the
 * sort order replaces the columns.
 */
export function GridHead(
  props: { columns: Column[]; width: number; selection: Selection; onOrder: (sort: string) => void } & ColumnChanges,
) {
  const { columns, width, selection, onOrder, ...changes } = props;
  const t = useMessages();
  const isPhone = useIsPhone();
  return (
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
          {isPhone && (
            <Suspense>
              <PhoneSort columns={columns} sort={changes.sort} onOrder={onOrder} />
            </Suspense>
          )}
        </div>
        {!isPhone &&
          columns.map((column, index) => (
            <HeadCell key={column.key} column={column} left={stickyLeft(columns, index)} {...changes} />
          ))}
      </div>
    </div>
  );
}

function HeadCell(props: { column: Column; left: number | undefined } & ColumnChanges) {
  const { column, left, sort, onSort, onResize, onMove } = props;
  return (
    <div
      role="columnheader"
      aria-sort={ariaSort(sort, column)}
      className={classes.headCell}
      data-pinned={column.pinned || undefined}
      data-picture={column.key === pictureColumn || undefined}
      style={{ width: column.width, left }}
      draggable
      onDragStart={(event) => event.dataTransfer.setData('text/column', column.key)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        onMove(event.dataTransfer.getData('text/column'), column.key);
      }}
    >
      {column.key === pictureColumn ? (
        <IconPhoto size={15} role="img" aria-label={column.label} />
      ) : (
        <>
          <SortButton column={column} sort={sort} onSort={onSort} />
          {column.pinned && <IconPin size={12} aria-hidden />}
        </>
      )}
      <ColumnHandle label={column.label} width={column.width} onResize={(next) => onResize(column.key, next)} />
    </div>
  );
}
