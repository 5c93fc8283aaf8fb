import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMessages } from '../i18n/language.tsx';
import { Entrance } from './entrance.tsx';
import { sessionKey } from './query-client.ts';
import { SignInFields, useSignIn } from './sign-in-fields.tsx';

export function SignInPage() {
  const t = useMessages();
  const { to } = useSearch({ from: '/sign-in' });
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const form = useSignIn('', (session) => {
    queryClient.clear();
    queryClient.setQueryData(sessionKey, session);
    return navigate({ href: to ?? '/', replace: true });
  });
  return (
    <Entrance title={t.signIn.title} subtitle={t.signIn.subtitle}>
      <form onSubmit={form.submit}>
        <Stack gap="md">
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
    </Entrance>
  );
}
