import { Alert, Button, Paper, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { changePassword } from '@pimento/contract/wire';
import { type FormEvent, useState } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { useWork } from '../session/session.tsx';
import { useChange } from '../session/use-change.ts';
import { problemText } from '../ui/problem-text.ts';

/** The signed-in user, and a form to change the password. */
export function ProfilePanel() {
  const t = useMessages();
  const { session, role } = useWork();
  const [currentPassword, setCurrent] = useState('');
  const [newPassword, setNew] = useState('');
  const change = useChange(
    (api, body: { currentPassword: string; newPassword: string }) => api.call(changePassword, { body }),
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
    <Stack maw={480}>
      <Paper withBorder p="lg">
        <Text fw={600}>{session.name}</Text>
        <Text size="sm" c="dimmed">
          {session.email} · {session.isOperator ? t.settings.operator : t.roles[role]}
        </Text>
      </Paper>
      <Paper withBorder p="lg">
        <form onSubmit={submit}>
          <Stack gap="sm">
            <Title order={2} size="h5">
              {t.settings.password}
            </Title>
            {change.isError && (
              <Alert color="red" variant="light" role="alert">
                {problemText(t, change.error)}
              </Alert>
            )}
            <PasswordInput
              label={t.settings.currentPassword}
              autoComplete="current-password"
              required
              value={currentPassword}
              onChange={({ currentTarget }) => setCurrent(currentTarget.value)}
              visibilityToggleButtonProps={{ 'aria-label': t.signIn.showPassword }}
            />
            <PasswordInput
              label={t.settings.newPassword}
              description={t.settings.passwordHint}
              autoComplete="new-password"
              required
              minLength={8}
              value={newPassword}
              onChange={({ currentTarget }) => setNew(currentTarget.value)}
              visibilityToggleButtonProps={{ 'aria-label': t.signIn.showPassword }}
            />
            <Button type="submit" loading={change.isPending} style={{ alignSelf: 'flex-start' }}>
              {t.settings.changePassword}
            </Button>
          </Stack>
        </form>
      </Paper>
    </Stack>
  );
}
