import { Button, Center, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import icon from '../ui/icon.svg';
import { sessionKey } from './query-client.ts';
import { useMessages } from '../i18n/language.tsx';
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
  useEffect(() => {
    document.title = `${t.signIn.title} · Pimento`;
  }, [t]);
  return (
    <Center component="main" mih="100dvh" p="md">
      <Paper withBorder shadow="sm" radius="lg" p={32} w="100%" maw={420}>
        <form onSubmit={form.submit}>
          <Stack gap="md">
            <Group gap="sm">
              <img src={icon} alt="" width={36} height={36} />
              <div>
                <Title order={1} size="h3">
                  {t.signIn.title}
                </Title>
                <Text size="sm" c="dimmed">
                  {t.signIn.subtitle}
                </Text>
              </div>
            </Group>
            <SignInFields form={form} />
            <Button type="submit" loading={form.enter.isPending} fullWidth>
              {t.signIn.submit}
            </Button>
            <Text size="xs" c="dimmed">
              {t.signIn.hint}
            </Text>
          </Stack>
        </form>
      </Paper>
    </Center>
  );
}
