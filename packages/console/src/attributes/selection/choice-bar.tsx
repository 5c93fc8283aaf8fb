import { Button, Group, Paper, Text } from '@mantine/core';
import { IconFolder, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useFormats } from '../../i18n/language.tsx';
import type { Structure } from '../../session/structure.ts';
import { groupable } from './choice-rules.ts';
import { DeletionDialog } from './deletion-dialog.tsx';
import { GroupDialog } from './group-dialog.tsx';
import { useSelectionTexts } from './selection-texts.ts';
import type { AttributeChoice } from './use-attribute-choice.ts';

/**
 * The actions for the selected attributes. The bar sticks to the bottom of the window, so that the rows do not move when it appears.
 * Renders nothing if no attribute is selected and no dialog is open.
 */
export function ChoiceBar({ choice, structure }: { choice: AttributeChoice; structure: Structure }) {
  const texts = useSelectionTexts();
  const formats = useFormats();
  const [open, setOpen] = useState<'group' | 'delete'>();
  const { definitions } = choice;
  const close = () => setOpen(undefined);
  if (definitions.length === 0 && open === undefined) return null;
  return (
    <>
      <Paper withBorder shadow="md" px="md" py={6} pos="sticky" bottom={12} style={{ zIndex: 2 }}>
        <Group gap="sm">
          <Text size="sm" role="status" style={{ flex: 1 }}>
            {texts.chosen(formats.number(definitions.length))}
          </Text>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconFolder size={14} aria-hidden />}
            disabled={groupable(definitions).length === 0}
            onClick={() => setOpen('group')}
          >
            {texts.group}
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconTrash size={14} aria-hidden />}
            onClick={() => setOpen('delete')}
          >
            {texts.delete}
          </Button>
          <Button size="xs" variant="subtle" onClick={() => choice.set([])}>
            {texts.clear}
          </Button>
        </Group>
      </Paper>
      {open === 'group' && <GroupDialog definitions={definitions} structure={structure} onClose={close} />}
      {open === 'delete' && <DeletionDialog definitions={definitions} structure={structure} onClose={close} />}
    </>
  );
}
