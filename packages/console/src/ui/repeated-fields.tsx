import { ActionIcon, Button, Stack } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './ui.module.css';

/** Any number of the same group of fields, one box each. */
export function RepeatedFields<Item>(props: {
  items: Item[];
  legend: (place: number) => string;
  remove: (place: number) => string;
  add: string;
  /** What a new one begins with. */
  fresh: Item;
  onChange: (items: Item[]) => void;
  /** Whether the button for one more takes the keyboard. */
  autoFocusAdd?: boolean;
  children: (item: Item, change: (next: Item) => void, place: number) => ReactNode;
}) {
  const { items, legend, remove, add, fresh, onChange, children } = props;
  return (
    <Stack gap="xs">
      {items.map((item, place) => (
        <fieldset key={place} className={classes.rowInput}>
          <legend>{legend(place + 1)}</legend>
          {children(item, (next) => onChange(items.with(place, next)), place)}
          <ActionIcon
            className={classes.rowRemove}
            variant="subtle"
            color="gray"
            aria-label={remove(place + 1)}
            onClick={() => onChange(items.toSpliced(place, 1))}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </fieldset>
      ))}
      <AddButton label={add} autoFocus={props.autoFocusAdd ?? false} onClick={() => onChange([...items, fresh])} />
    </Stack>
  );
}

/** One more of what stands above. */
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
