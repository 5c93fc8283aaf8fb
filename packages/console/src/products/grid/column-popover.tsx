import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  Popover,
  ScrollArea,
  Stack,
  Text,
  TextInput,
  Tooltip,
} from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPin, IconPinnedOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import type { ColumnChoice } from './column-choice.ts';
import { ColumnsButton } from './columns-button.tsx';
import { allColumns } from './product-columns.ts';

const maxShown = 200;

/** A popover for choosing, ordering and pinning columns, by mouse or keyboard. */
export function ColumnPopover(choice: ColumnChoice) {
  const t = useMessages();
  return (
    <Popover position="bottom-end" width={340} shadow="md" trapFocus returnFocus defaultOpened>
      <Popover.Target>
        <ColumnsButton />
      </Popover.Target>
      <Popover.Dropdown aria-label={t.products.columns}>
        <ColumnList {...choice} />
      </Popover.Dropdown>
    </Popover>
  );
}

/** All columns, each with its buttons. */
function ColumnList({ structure, shown, pinned, onShown, onPinned }: ColumnChoice) {
  const t = useMessages();
  const [query, setQuery] = useState('');
  const all = allColumns(t, structure);
  const label = new Map(all.map((column) => [column.key, column.label]));
  const searched = query.trim().toLowerCase();
  const hidden = all.filter(
    ({ key, label }) => !shown.includes(key) && `${key} ${label}`.toLowerCase().includes(searched),
  );
  const move = (index: number, by: number) => {
    const next = [...shown];
    const [key] = next.splice(index, 1);
    if (key !== undefined) next.splice(index + by, 0, key);
    onShown(next);
  };
  return (
    <Stack gap="xs">
      <TextInput
        size="xs"
        autoFocus
        aria-label={t.products.findColumn}
        placeholder={t.products.findColumn}
        value={query}
        onChange={({ currentTarget }) => setQuery(currentTarget.value)}
      />
      <ScrollArea.Autosize mah={380} type="auto">
        <Stack gap={4} pr="xs">
          {searched === '' &&
            shown.map((key, index) => (
              <Group key={key} gap={2} wrap="nowrap">
                <Checkbox
                  size="xs"
                  flex={1}
                  checked
                  label={label.get(key) ?? key}
                  onChange={() => onShown(shown.filter((one) => one !== key))}
                />
                <IconButton label={t.products.moveUp} disabled={index === 0} onClick={() => move(index, -1)}>
                  <IconArrowUp size={14} />
                </IconButton>
                <IconButton
                  label={t.products.moveDown}
                  disabled={index === shown.length - 1}
                  onClick={() => move(index, 1)}
                >
                  <IconArrowDown size={14} />
                </IconButton>
                <IconButton
                  label={pinned.includes(key) ? t.products.unpin : t.products.pin}
                  onClick={() =>
                    onPinned(pinned.includes(key) ? pinned.filter((one) => one !== key) : [...pinned, key])
                  }
                >
                  {pinned.includes(key) ? <IconPinnedOff size={14} /> : <IconPin size={14} />}
                </IconButton>
              </Group>
            ))}
          {hidden.slice(0, maxShown).map(({ key, label }) => (
            <Checkbox
              key={key}
              size="xs"
              py={3}
              checked={false}
              label={label}
              onChange={() => onShown([...shown, key])}
            />
          ))}
          {hidden.length > maxShown && (
            <Text size="xs" c="dimmed">
              {t.common.more(hidden.length - maxShown)}
            </Text>
          )}
        </Stack>
      </ScrollArea.Autosize>
      <Button size="xs" variant="subtle" onClick={() => onShown(undefined)}>
        {t.products.usualColumns}
      </Button>
    </Stack>
  );
}

function IconButton(props: { label: string; disabled?: boolean; onClick: () => void; children: React.ReactNode }) {
  return (
    <Tooltip label={props.label} withArrow>
      <ActionIcon
        size="sm"
        variant="subtle"
        color="gray"
        aria-label={props.label}
        disabled={props.disabled ?? false}
        onClick={props.onClick}
      >
        {props.children}
      </ActionIcon>
    </Tooltip>
  );
}
