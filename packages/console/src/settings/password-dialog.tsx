import { PasswordInput, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { FailedAction } from '../ui/failed-action.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';

/** Asks for the user's password before an action. */
export function PasswordDialog(props: {
  title: string;
  submit: string;
  action: { error: Error | null; isPending: boolean };
  onSubmit: (password: string) => void;
  onClose: () => void;
}) {
  const { title, submit: label, action, onSubmit, onClose } = props;
  const t = useMessages();
  const [password, setPassword] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit(password);
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={submit}>
        <Stack>
          <FailedAction error={action.error} />
          <PasswordInput
            label={t.settings.currentPassword}
            autoComplete="current-password"
            required
            data-autofocus
            value={password}
            onChange={({ currentTarget }) => setPassword(currentTarget.value)}
            visibilityToggleButtonProps={{ 'aria-label': t.signIn.showPassword }}
          />
          <DialogActions onClose={onClose} submit={label} loading={action.isPending} />
        </Stack>
      </form>
    </Dialog>
  );
}
