import { UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useMessages } from '../../i18n/language.tsx';
import { ariaSort, type Sort } from './column-sort.ts';
import type { Column } from './product-columns.ts';
import classes from './product-grid.module.css';

/** The label of a column as a button that sorts the list by this column, or only the label if the list cannot be sorted by it. */
export function SortButton({ column, sort, onSort }: { column: Column; sort: Sort; onSort: (column: Column) => void }) {
  const t = useMessages();
  const { label } = column;
  const state = ariaSort(sort, column);
  if (state === undefined) return <span title={label}>{label}</span>;
  const Arrow = { none: undefined, ascending: IconArrowUp, descending: IconArrowDown }[state];
  return (
    <UnstyledButton
      className={classes.sort}
      title={t.products.sortBy(label)}
      onClick={() => onSort(column)}
      // stops the event, because the grid also handles these keys
      onKeyDown={(event) => (event.key === 'Enter' || event.key === ' ') && event.stopPropagation()}
    >
      <span>{label}</span>
      {Arrow && <Arrow size={14} aria-hidden />}
    </UnstyledButton>
  );
}
