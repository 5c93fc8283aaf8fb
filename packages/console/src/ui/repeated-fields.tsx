import { ActionIcon, Button, Stack } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './ui.module.css';

/** A repeatable group of fields, each in a box. */
export function RepeatedFields<Item>(props: {
  items: Item[];
  legend: (position: number) => string;
  remove: (position: number) => string;
  add: string;
  /** The initial value of a new item. */
  fresh: Item;
  onChange: (items: Item[]) => void;
  /** True if the add button receives the focus on mount. */
  autoFocusAdd?: boolean;
  children: (item: Item, change: (next: Item) => void, index: number) => ReactNode;
}) {
  const { items, legend, remove, add, fresh, onChange, children } = props;
  return (
    <Stack gap="xs">
      {items.map((item, index) => (
        <fieldset key={index} className={classes.rowInput}>
          <legend>{legend(index + 1)}</legend>
          {children(item, (next) => onChange(items.with(index, next)), index)}
          <ActionIcon
            className={classes.rowRemove}
            variant="subtle"
            color="gray"
            aria-label={remove(index + 1)}
            onClick={() => onChange(items.toSpliced(index, 1))}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </fieldset>
      ))}
      <AddButton label={add} autoFocus={props.autoFocusAdd ?? false} onClick={() => onChange([...items, fresh])} />
    </Stack>
  );
}

/** The button that adds an item to the list above. */
export function AddButton(props: { label: string; autoFocus?: boolean; onClick: () => void }) {
  const { label, autoFocus = false, onClick } = props;
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      leftSection={<IconPlus size={14} aria-hidden />}
      autoFocus={autoFocus}
      style={{ alignSelf: 'flex-start' }}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}
