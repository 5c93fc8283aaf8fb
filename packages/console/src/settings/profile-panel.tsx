import { Paper, Stack, Text, Title } from '@mantine/core';
import { useMessages } from '../i18n/language.tsx';
import { PasswordForm } from '../session/password-form.tsx';
import { useWork } from '../session/session.tsx';
import { PasskeysPanel } from './sign-on/passkeys-panel.tsx';
import { SecondFactorPanel } from './second-factor-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';

/** The signed-in user, with the password form, the second factor, the passkeys and the sessions. */
export function ProfilePanel() {
  const t = useMessages();
  const { session, role } = useWork();
  return (
    <>
      <Stack maw={480}>
        <Paper withBorder p="lg">
          <Text fw={600}>{session.name}</Text>
          <Text size="sm" c="dimmed">
            {session.email} · {session.isOperator ? t.settings.operator : t.roles[role]}
          </Text>
        </Paper>
        <Paper withBorder p="lg">
          <Title order={2} size="h5" mb="sm">
            {t.settings.password}
          </Title>
          <PasswordForm />
        </Paper>
        <SecondFactorPanel />
        <PasskeysPanel />
      </Stack>
      <SessionsPanel />
    </>
  );
}
