import { ActionIcon, Button, Group, Popover, Text, Tooltip } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowDown,
  IconArrowUp,
  IconCopyPlus,
  IconHistory,
  IconKeyboard,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { mayAct, type RowAct } from '../rows/row-moves.ts';
import { useNestedTexts } from './nested-texts.ts';
import classes from './nested.module.css';
import type { GridActs } from './use-grid-acts.ts';
import type { RowsEdit } from './use-rows-edit.ts';

const icons = { duplicate: IconCopyPlus, up: IconArrowUp, down: IconArrowDown, remove: IconTrash } as const;

/** The buttons for the active row, below a table that is being edited. `children` are the buttons that end the edit. */
export function RowBar(props: {
  label: string;
  acts: GridActs;
  edit: RowsEdit;
  /** Shows the history of the active cell; undefined if the cell has none. */
  history: { label: string; show: () => void } | undefined;
  onAct: (act: RowAct) => void;
  onUndo: () => void;
  children: ReactNode;
}) {
  const { label, acts, edit, history, onAct, onUndo, children } = props;
  const t = useNestedTexts();
  const place = acts.rowPlace ?? { composite: [], index: undefined };
  const composite = String(place.composite.at(-1) ?? label);
  const row = t.row((place.index ?? 0) + 1, composite);
  return (
    // keeps the focus in the input of a cell, because the input would otherwise close
    <div className={classes.bar} onMouseDown={(event) => event.preventDefault()}>
      <Group gap={2} role="toolbar" aria-label={t.tools(label)}>
        <Button
          size="compact-sm"
          variant="subtle"
          fw={500}
          autoFocus={edit.rows.length === 0}
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => onAct('add')}
        >
          {t.acts.add(composite)}
        </Button>
        {(['duplicate', 'up', 'down', 'remove'] as const).map((act) => (
          <BarButton
            key={act}
            label={t.acts[act](row)}
            Icon={icons[act]}
            isDisabled={!mayAct(edit.rows, place, act)}
            onClick={() => onAct(act)}
          />
        ))}
        <BarButton label={t.undo} Icon={IconArrowBackUp} isDisabled={!edit.mayUndo} onClick={onUndo} />
        <BarButton
          label={history?.label ?? t.historyOf}
          Icon={IconHistory}
          isDisabled={!history}
          onClick={() => history?.show()}
        />
        <Keys />
        <Text size="xs" c="dimmed" role="status">
          {acts.pasted && t.pasted(acts.pasted.written, acts.pasted.skipped)}
        </Text>
      </Group>
      {children}
    </div>
  );
}

function BarButton(props: { label: string; Icon: typeof IconTrash; isDisabled: boolean; onClick: () => void }) {
  const { label, Icon, isDisabled, onClick } = props;
  return (
    <Tooltip label={label} withArrow disabled={isDisabled}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} disabled={isDisabled} onClick={onClick}>
        <Icon size={16} />
      </ActionIcon>
    </Tooltip>
  );
}

/** The list of keyboard shortcuts. */
function Keys() {
  const t = useNestedTexts();
  return (
    <Popover width={300} withArrow position="top">
      <Popover.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t.help}>
          <IconKeyboard size={16} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        {[t.keys, t.keysOfRows, t.keysOfLevels, t.keysOfHistory].map((text) => (
          <Text key={text} size="xs" mb={4}>
            {text}
          </Text>
        ))}
      </Popover.Dropdown>
    </Popover>
  );
}
