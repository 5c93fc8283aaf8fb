import { Alert, Button, Center, Group, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { signIn } from '@pimento/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import icon from '../app/icon.svg';
import { useMessages } from '../i18n/language.tsx';
import { problemText } from '../ui/problem-text.ts';
import { createApi } from './api.ts';
import { sessionKey } from './use-session.ts';

export function SignInPage() {
  const t = useMessages();
  const { to } = useSearch({ from: '/sign-in' });
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const enter = useMutation({
    mutationFn: () => createApi(undefined).call(signIn, { body: { email, password } }),
    onSuccess: (session) => {
      queryClient.clear();
      queryClient.setQueryData(sessionKey, session);
      return navigate({ href: to ?? '/', replace: true });
    },
  });
  useEffect(() => {
    document.title = `${t.signIn.title} · Pimento`;
  }, [t]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    enter.mutate();
  };
  return (
    <Center component="main" mih="100dvh" p="md">
      <Paper withBorder shadow="sm" radius="lg" p={32} w="100%" maw={420}>
        <form onSubmit={submit}>
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
            {enter.isError && (
              <Alert color="red" variant="light" role="alert">
                {problemText(t, enter.error)}
              </Alert>
            )}
            <TextInput
              label={t.signIn.email}
              type="email"
              name="email"
              autoComplete="username"
              required
              withAsterisk={false}
              data-autofocus
              autoFocus
              value={email}
              onChange={({ currentTarget }) => setEmail(currentTarget.value)}
            />
            <PasswordInput
              label={t.signIn.password}
              name="password"
              autoComplete="current-password"
              required
              withAsterisk={false}
              value={password}
              onChange={({ currentTarget }) => setPassword(currentTarget.value)}
              visibilityToggleButtonProps={{ 'aria-label': t.signIn.showPassword }}
            />
            <Button type="submit" loading={enter.isPending} fullWidth>
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
