import { ActionIcon, Box, Button, Checkbox, Group, Popover, Stack, Text, TextInput, Tooltip } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPin, IconPinnedOff } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { addColumn, type ColumnChoice } from './column-choice.ts';
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

/** The visible columns with their buttons, then the first hidden columns. A search finds only hidden columns. */
function ColumnList({ structure, shown, pinned, onShown, onPinned }: ColumnChoice) {
  const t = useMessages();
  const [query, setQuery] = useState('');
  const search = useRef<HTMLInputElement>(null);
  // a column that is shown or hidden moves to another part of the list and loses the focus, so the search field gets the focus
  const change = (next: string[]) => {
    onShown(next);
    search.current?.focus();
  };
  const all = allColumns(t, structure);
  const label = new Map(all.map((column) => [column.key, column.label]));
  const searched = query.trim().toLowerCase();
  const hidden = all.filter(
    ({ key, label, searched: text = `${key} ${label}`.toLowerCase() }) =>
      !shown.includes(key) && text.includes(searched),
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
        ref={search}
        autoFocus
        aria-label={t.products.findColumn}
        placeholder={t.products.findColumn}
        value={query}
        onChange={({ currentTarget }) => setQuery(currentTarget.value)}
      />
      <Box mah={380} style={{ overflowY: 'auto' }}>
        <Stack gap={4} pr="xs">
          {searched === '' &&
            shown.map((key, index) => (
              <ShownColumn
                key={key}
                label={label.get(key) ?? key}
                isFirst={index === 0}
                isLast={index === shown.length - 1}
                isPinned={pinned.includes(key)}
                onHide={() => change(shown.filter((one) => one !== key))}
                onMove={(by) => move(index, by)}
                onPin={() => onPinned(pinned.includes(key) ? pinned.filter((one) => one !== key) : [...pinned, key])}
              />
            ))}
          {hidden.slice(0, maxShown).map(({ key, label }) => (
            <Checkbox
              key={key}
              size="xs"
              py={3}
              checked={false}
              label={label}
              onChange={() => change(addColumn(shown, key))}
            />
          ))}
          {hidden.length > maxShown && (
            <Text size="xs" c="dimmed">
              {t.common.more(hidden.length - maxShown)}
            </Text>
          )}
        </Stack>
      </Box>
      <Button size="xs" variant="subtle" onClick={() => onShown(undefined)}>
        {t.products.usualColumns}
      </Button>
    </Stack>
  );
}

/** A visible column with its buttons. A long name wraps, so that the buttons stay visible. */
function ShownColumn(props: {
  label: string;
  isFirst: boolean;
  isLast: boolean;
  isPinned: boolean;
  onHide: () => void;
  onMove: (by: number) => void;
  onPin: () => void;
}) {
  const { label, isFirst, isLast, isPinned, onHide, onMove, onPin } = props;
  const t = useMessages();
  return (
    <Group gap={2} wrap="nowrap">
      <Checkbox
        size="xs"
        flex={1}
        miw={0}
        styles={{ labelWrapper: { minWidth: 0 }, label: { overflowWrap: 'anywhere' } }}
        checked
        label={label}
        onChange={onHide}
      />
      <IconButton label={t.products.moveUp} disabled={isFirst} onClick={() => onMove(-1)}>
        <IconArrowUp size={14} />
      </IconButton>
      <IconButton label={t.products.moveDown} disabled={isLast} onClick={() => onMove(1)}>
        <IconArrowDown size={14} />
      </IconButton>
      <IconButton label={isPinned ? t.products.unpin : t.products.pin} onClick={onPin}>
        {isPinned ? <IconPinnedOff size={14} /> : <IconPin size={14} />}
      </IconButton>
    </Group>
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
        // Not `disabled`, because a disabled button loses the focus, and the popover would then not receive Esc.
        {...(props.disabled === true && { 'aria-disabled': true, 'data-disabled': true })}
        onClick={() => props.disabled !== true && props.onClick()}
      >
        {props.children}
      </ActionIcon>
    </Tooltip>
  );
}
