import { Button, Drawer, Group, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { ConfirmDialog, DialogActions, EditorActions, FormDialog } from '../ui/dialog.tsx';
import { DesignSection } from './design-section.tsx';

type Overlay = 'form' | 'question' | 'drawer';

export function OverlaySection() {
  const t = useMessages();
  const [open, setOpen] = useState<Overlay>();
  const close = () => setOpen(undefined);
  return (
    <DesignSection
      id="overlays"
      rule="One shade of 40 %. Dialogs begin at a fifth of the height; large forms are drawers on the right. A preview is beside the list and has no shade. A form asks before typed text is discarded."
    >
      <Group>
        <Button variant="default" onClick={() => setOpen('form')}>
          Dialog with a form
        </Button>
        <Button variant="default" onClick={() => setOpen('question')}>
          Question before a deletion
        </Button>
        <Button variant="default" onClick={() => setOpen('drawer')}>
          Drawer
        </Button>
        <Button
          variant="default"
          onClick={() =>
            notifications.show({
              message: 'Net weight saved',
              color: 'green',
              closeButtonProps: { 'aria-label': t.common.close },
            })
          }
        >
          Message
        </Button>
      </Group>
      {open === 'form' && (
        <FormDialog title="Rename the view" onClose={close}>
          <Stack>
            <TextInput label="Name" defaultValue="Olives without a picture" data-autofocus />
            <DialogActions onClose={close} submit={t.common.save} loading={false} onSubmit={close} />
          </Stack>
        </FormDialog>
      )}
      {open === 'question' && (
        <ConfirmDialog
          title="Delete 3 products?"
          text="You can restore them later."
          confirm="Delete 3 products"
          loading={false}
          onConfirm={close}
          onClose={close}
        />
      )}
      <Drawer
        opened={open === 'drawer'}
        onClose={close}
        position="right"
        size={480}
        title="Edit Net weight"
        closeButtonProps={{ 'aria-label': t.common.close }}
      >
        <Stack>
          <Text size="sm">The fields of a definition</Text>
          <EditorActions onClose={close} submit={t.attributes.save} loading={false} />
        </Stack>
      </Drawer>
    </DesignSection>
  );
}
