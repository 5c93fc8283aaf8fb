import { Button, PasswordInput, Stack } from '@mantine/core';
import { changePassword } from '@pimento/contract/wire';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { FailedAction } from '../ui/failed-action.tsx';
import { useMessages } from '../i18n/language.tsx';
import { NewPasswordInput } from './new-password-input.tsx';
import { sessionKey } from './query-client.ts';
import { useChange } from './use-change.ts';

/** Changes the user's own password. */
export function PasswordForm() {
  const t = useMessages();
  const queryClient = useQueryClient();
  const [currentPassword, setCurrent] = useState('');
  const [newPassword, setNew] = useState('');
  const change = useChange(
    async (api, body: { currentPassword: string; newPassword: string }) => {
      await api.call(changePassword, { body });
      await queryClient.refetchQueries({ queryKey: sessionKey, exact: true });
    },
    () => {
      setCurrent('');
      setNew('');
      return t.settings.passwordChanged;
    },
    { showsFailure: true },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate({ currentPassword, newPassword });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <FailedAction error={change.error} />
        <PasswordInput
          label={t.settings.currentPassword}
          autoComplete="current-password"
          required
          value={currentPassword}
          onChange={({ currentTarget }) => setCurrent(currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': t.signIn.showPassword }}
        />
        <NewPasswordInput value={newPassword} onChange={setNew} />
        <Button type="submit" loading={change.isPending} style={{ alignSelf: 'flex-start' }}>
          {t.settings.changePassword}
        </Button>
      </Stack>
    </form>
  );
}
