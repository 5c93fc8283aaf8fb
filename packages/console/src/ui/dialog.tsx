import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useMessages } from '../i18n/language.tsx';

/** A dialog that is open as long as it is rendered. If `locked`, a click outside does not close the dialog. */
export function Dialog(props: {
  title: string;
  onClose: () => void;
  size?: string | number;
  locked?: boolean;
  children: ReactNode;
}) {
  const t = useMessages();
  return (
    <Modal
      opened
      onClose={props.onClose}
      title={props.title}
      size={props.size ?? 'md'}
      closeOnClickOutside={props.locked !== true}
      closeButtonProps={{ 'aria-label': t.common.close }}
    >
      {props.children}
    </Modal>
  );
}

/** The buttons of a form in a dialog: cancel and submit. */
export function DialogActions(props: {
  onClose: () => void;
  submit: string;
  loading: boolean;
  disabled?: boolean;
  color?: string;
  /** If undefined, the button submits its form. */
  onSubmit?: () => void;
}) {
  const t = useMessages();
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={props.onClose}>
        {t.common.cancel}
      </Button>
      <Button
        type={props.onSubmit ? 'button' : 'submit'}
        {...(props.color === undefined ? {} : { color: props.color })}
        loading={props.loading}
        disabled={props.disabled ?? false}
        onClick={props.onSubmit}
      >
        {props.submit}
      </Button>
    </Group>
  );
}

/** Asks for confirmation of an action that the user cannot undo. */
export function ConfirmDialog(props: {
  title: string;
  text: ReactNode;
  confirm: string;
  loading: boolean;
  onConfirm: () => void;
  onClose: () => void;
}) {
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      <Stack>
        <Text size="sm" component="div">
          {props.text}
        </Text>
        <DialogActions
          onClose={props.onClose}
          submit={props.confirm}
          color="red"
          loading={props.loading}
          onSubmit={props.onConfirm}
        />
      </Stack>
    </Dialog>
  );
}

/** The buttons of an editor: remove on the left, cancel and save on the right. */
export function EditorActions(props: { removal?: ReactNode; onClose: () => void; loading: boolean }) {
  const t = useMessages();
  return (
    <Group justify="space-between">
      {props.removal ?? <span />}
      <DialogActions onClose={props.onClose} submit={t.common.save} loading={props.loading} />
    </Group>
  );
}
