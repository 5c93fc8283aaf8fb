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
  children: (item: Item, change: (next: Item) => void) => ReactNode;
}) {
  const { items, legend, remove, add, fresh, onChange, children } = props;
  return (
    <Stack gap="xs">
      {items.map((item, place) => (
        <fieldset key={place} className={classes.rowInput}>
          <legend>{legend(place + 1)}</legend>
          {children(item, (next) => onChange(items.with(place, next)))}
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
      <AddButton label={add} onClick={() => onChange([...items, fresh])} />
    </Stack>
  );
}

/** One more of what stands above. */
export function AddButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      leftSection={<IconPlus size={14} aria-hidden />}
      style={{ alignSelf: 'flex-start' }}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}
