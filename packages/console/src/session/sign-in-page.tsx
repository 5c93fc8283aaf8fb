import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import type { Session } from '@pimento/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMessages } from '../i18n/language.tsx';
import { useSignOnTexts } from '../i18n/sign-on-texts.ts';
import { Entrance } from './entrance.tsx';
import { OtherSignIns } from './other-sign-ins.tsx';
import { sessionKey } from './query-client.ts';
import { SignInFields, useSignIn } from './sign-in-fields.tsx';

export function SignInPage() {
  const t = useMessages();
  const texts = useSignOnTexts();
  const { to = '/', refused } = useSearch({ from: '/sign-in' });
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const enter = (session: Session) => {
    queryClient.clear();
    queryClient.setQueryData(sessionKey, session);
    return navigate({ href: to, replace: true });
  };
  const form = useSignIn('', enter);
  return (
    <Entrance title={t.signIn.title} subtitle={t.signIn.subtitle}>
      <form onSubmit={form.submit}>
        <Stack gap="md">
          {refused !== undefined && form.enter.isIdle && (
            <Alert color="red" variant="light" role="alert">
              {texts.refusals[refused] ?? texts.refusals['provider']}
            </Alert>
          )}
          <SignInFields form={form} />
          <Button type="submit" loading={form.enter.isPending} fullWidth>
            {t.signIn.submit}
          </Button>
          <Group justify="space-between" align="flex-start" wrap="nowrap">
            <Text size="xs" c="dimmed">
              {t.signIn.hint}
            </Text>
            <Anchor
              size="xs"
              style={{ whiteSpace: 'nowrap' }}
              renderRoot={(root) => <Link {...root} to="/forgot-password" />}
            >
              {t.links.forgot}
            </Anchor>
          </Group>
        </Stack>
      </form>
      {!form.needsCode && <OtherSignIns to={to} passwordError={form.enter.error} onSignedIn={enter} />}
    </Entrance>
  );
}
