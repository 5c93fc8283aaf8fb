import { Alert, Button, Drawer, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type FormEvent, useEffect } from 'react';
import type { Messages } from '../../i18n/en.ts';
import { useMessages } from '../../i18n/language.tsx';
import { EditorActions } from '../../ui/dialog.tsx';
import { EditConflictAlert } from '../../ui/edit-conflict.tsx';
import { problemText } from '../../ui/problem-text.ts';
import { OpenChanges } from '../changes/open-changes.tsx';
import { AttributeFields } from './attribute-fields.tsx';
import { BlockingValues } from './blocking-values.tsx';
import { isBlocked } from './read-blocking-products.ts';
import { StoredValueCheck } from './stored-value-check.tsx';
import { type EditedAttribute, useAttributeEdit } from './use-attribute-edit.ts';

function titleOf({ attributes }: Messages, { parent, definition }: EditedAttribute): string {
  if (definition) return attributes.edit(definition.name);
  return parent ? attributes.addChild(parent.name) : attributes.create;
}

/** Scrolls to the problem of a form that is longer than the window. */
function bringIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'center' });
}

/** Creates, changes or deletes one definition. */
export function AttributeEditor({ edited, onClose }: { edited: EditedAttribute; onClose: () => void }) {
  const { parent, definition } = edited;
  const t = useMessages();
  const { edit, removal, problem, leave } = useAttributeEdit(edited, onClose);
  // the message about the attribute that was saved before would cover the buttons of this form
  useEffect(() => notifications.clean(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    edit.save();
  };
  return (
    <Drawer
      opened
      onClose={leave}
      position="right"
      size={460}
      title={titleOf(t, edited)}
      closeButtonProps={{ 'aria-label': t.common.close }}
    >
      <form onSubmit={submit}>
        <Stack>
          {problem && !isBlocked(problem) && (
            <Alert ref={bringIntoView} color="red" variant="light" role="alert">
              {problemText(t, problem)}
            </Alert>
          )}
          {edit.conflict && <EditConflictAlert conflict={edit.conflict} isSaving={edit.isPending} />}
          {definition && <BlockingValues error={problem} definition={definition} />}
          {edit.isPending && <OpenChanges isSaving />}
          {parent && (
            <Text size="sm" c="dimmed">
              {t.attributes.inside(parent.path)}
            </Text>
          )}
          <AttributeFields draft={edit.draft} definition={definition} onChange={edit.set} />
          {definition && <StoredValueCheck parent={parent} definition={definition} draft={edit.draft} />}
          <EditorActions
            onClose={leave}
            submit={t.attributes.save}
            loading={edit.isPending}
            removal={
              definition && (
                <Button
                  variant="subtle"
                  color="red"
                  loading={removal.isPending}
                  onClick={() => removal.mutate(definition.path)}
                >
                  {t.common.delete}
                </Button>
              )
            }
          />
        </Stack>
      </form>
    </Drawer>
  );
}
