import { Button, Group, List, Stack, Text } from '@mantine/core';
import type { AttributeDefinition } from '@pimento/contract';
import { useState } from 'react';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import type { Structure } from '../../session/structure.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { FailedAction } from '../../ui/failed-action.tsx';
import { outermost } from './choice-rules.ts';
import { useSelectionTexts } from './selection-texts.ts';
import { useDeletions } from './use-deletions.ts';

/** Maximum number of attributes that the dialog lists because they were not deleted. */
const maxNames = 20;

/** Deletes the selected attributes one after another. Then lists those that were not deleted because products use them. */
export function DeletionDialog(props: {
  definitions: readonly AttributeDefinition[];
  structure: Structure;
  onClose: () => void;
}) {
  const { structure, onClose } = props;
  const t = useMessages();
  const texts = useSelectionTexts();
  const formats = useFormats();
  // kept here, because deleted attributes disappear from the selection
  const [definitions] = useState(() => outermost(props.definitions));
  const { deletion, done } = useDeletions(onClose);
  const kept = deletion.data ?? [];
  const count = formats.number(definitions.length);
  return (
    <Dialog title={texts.deleteTitle(count)} onClose={onClose} locked={deletion.isPending}>
      <Stack>
        {deletion.data === undefined ? (
          <Text size="sm">{deletion.isPending ? texts.deleting(formats.number(done), count) : texts.deleteText}</Text>
        ) : (
          <>
            <Text size="sm" role="status">
              {texts.deleted(formats.number(definitions.length - kept.length))}
              {'. '}
              {texts.kept(formats.number(kept.length))}
            </Text>
            <List size="sm">
              {kept.slice(0, maxNames).map((one) => (
                <List.Item key={one.path}>{structure.nameOf(one)}</List.Item>
              ))}
              {kept.length > maxNames && <List.Item>…</List.Item>}
            </List>
          </>
        )}
        <FailedAction error={deletion.error} />
        {deletion.data === undefined ? (
          <DialogActions
            onClose={onClose}
            submit={texts.delete}
            color="red"
            loading={deletion.isPending}
            onSubmit={() => deletion.mutate(definitions)}
          />
        ) : (
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t.common.close}
            </Button>
          </Group>
        )}
      </Stack>
    </Dialog>
  );
}
