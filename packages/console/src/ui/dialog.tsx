import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { createContext, type ReactNode, use, useState } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { TypedForm } from './fields/typed-form.tsx';
import classes from './ui.module.css';
import { useUnsaved } from './use-unsaved.ts';

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

/** Closes the dialog around a form. Asks for confirmation if typed text would be lost. Undefined outside of a FormDialog. */
const CloseContext = createContext<(() => void) | undefined>(undefined);

/**
 * A dialog with a form. If a field was changed and not saved, closing the dialog or leaving the page asks for confirmation.
 * @param props.action the request that saves the form
 */
export function FormDialog(props: {
  title: string;
  onClose: () => void;
  size?: string | number;
  locked?: boolean;
  action?: { isPending: boolean; isSuccess: boolean };
  children: ReactNode;
}) {
  const { onClose, locked = false, action, children, ...dialog } = props;
  const t = useMessages();
  const [isTyped, setTyped] = useState(false);
  const isUnsaved = isTyped && action?.isSuccess !== true;
  // Navigation is not blocked during the request, because the success of the request may open another screen.
  const mayLeave = useUnsaved(isUnsaved && action?.isPending !== true);
  const close = () => {
    const isRunning = isUnsaved && action?.isPending === true;
    if (isRunning ? confirm(t.common.leaveUnsaved) : mayLeave()) onClose();
  };
  return (
    <Dialog {...dialog} onClose={close} locked={locked || isUnsaved}>
      <CloseContext value={close}>
        <TypedForm onTyped={setTyped}>{children}</TypedForm>
      </CloseContext>
    </Dialog>
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
  const close = use(CloseContext) ?? props.onClose;
  return (
    <Group justify="flex-end" className={classes.dialogActions}>
      <Button variant="default" onClick={close}>
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

/** Asks for confirmation before an action such as a deletion. */
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
export function EditorActions(props: { removal?: ReactNode; onClose: () => void; submit: string; loading: boolean }) {
  return (
    <Group justify="space-between" className={classes.dialogActions}>
      {props.removal ?? <span />}
      <DialogActions onClose={props.onClose} submit={props.submit} loading={props.loading} />
    </Group>
  );
}
