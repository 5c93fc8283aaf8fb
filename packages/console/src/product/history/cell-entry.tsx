import { Button, Group, Paper, Text } from '@mantine/core';
import type { AttributeDefinition, ValueHistoryEntry } from '@pimento/contract';
import { IconArrowBackUp } from '@tabler/icons-react';
import { cutText } from '../../session/labels/cut-text.ts';
import { useShowText } from '../../session/labels/use-show-text.ts';
import type { Structure } from '../../session/structure.ts';
import { digestOf } from '../rows/row-digest.ts';
import { isRows } from '../rows/row-path.ts';
import { type ShownBy, shownInRows } from '../rows/shown-rows.ts';
import { ValueView } from '../values/value-view.tsx';
import classes from '../values/values.module.css';
import { useCellHistoryTexts } from './cell-history-texts.ts';
import { EntryHead } from './entry-head.tsx';

/** Maximum number of characters of a value in the label of the restore button. */
const maxLetters = 40;

/** Returns a short text for a value. */
function shortText(value: unknown, by: ShownBy): string {
  const shown = shownInRows(value, by);
  const text = isRows(value) ? digestOf(value, by) : Array.isArray(shown) ? shown.join(', ') : String(shown);
  return cutText(text, maxLetters);
}

/** One change of a value: who, when, the value before and after, and a button that restores the value after the change. */
export function CellEntry(props: {
  entry: ValueHistoryEntry;
  isCurrent: boolean;
  definition: AttributeDefinition | undefined;
  structure: Structure;
  isSaving: boolean;
  /** Undefined if the value cannot be restored. */
  onRestore: (() => void) | undefined;
}) {
  const { entry, isCurrent, definition, structure, isSaving, onRestore } = props;
  const texts = useCellHistoryTexts();
  const show = useShowText();
  const sides = entry.kind === 'created' ? (['new'] as const) : (['old', 'new'] as const);
  return (
    <Paper component="li" withBorder p="sm">
      <EntryHead entry={entry} label={entry.kind === 'created' ? texts.created : texts.changed} />
      <div className={classes.sides}>
        {sides.map((side) => (
          <div key={side} className={classes.side} data-side={side}>
            <Text size="xs" c="dimmed">
              {side === 'old' ? texts.before : texts.after}
            </Text>
            <ValueView value={entry[side]} definition={definition} structure={structure} />
          </div>
        ))}
      </div>
      <Group justify="flex-end" mt={6} mih={22}>
        {isCurrent ? (
          <Text size="xs" c="dimmed">
            {texts.current}
          </Text>
        ) : (
          onRestore && (
            <Button
              size="compact-xs"
              variant="subtle"
              leftSection={<IconArrowBackUp size={14} aria-hidden />}
              disabled={isSaving}
              onClick={onRestore}
            >
              {texts.restore(
                entry.new === undefined ? texts.empty : shortText(entry.new, { definition, structure, show }),
              )}
            </Button>
          )
        )}
      </Group>
    </Paper>
  );
}
