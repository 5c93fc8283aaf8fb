import { Button, Stack, Text, TextInput } from '@mantine/core';
import { requestPasswordLink } from '@pimento/contract/wire';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { FailedAction } from '../ui/failed-action.tsx';
import { useMessages } from '../i18n/language.tsx';
import { createApi } from '../session/api.ts';
import { Entrance } from '../session/entrance.tsx';

/** Requests an e-mail with a link to set a new password. */
export function ForgotPasswordPage() {
  const t = useMessages();
  const [email, setEmail] = useState('');
  const request = useMutation({
    mutationFn: () => createApi(undefined).call(requestPasswordLink, { body: { email } }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    request.mutate();
  };
  return (
    <Entrance title={t.links.forgotTitle} subtitle={t.links.forgotText}>
      <form onSubmit={submit}>
        <Stack>
          <FailedAction error={request.error} />
          {request.isSuccess && (
            <Text size="sm" role="status">
              {t.links.linkSent}
            </Text>
          )}
          <TextInput
            label={t.signIn.email}
            type="email"
            autoComplete="username"
            required
            value={email}
            onChange={({ currentTarget }) => setEmail(currentTarget.value)}
          />
          <Button type="submit" loading={request.isPending} fullWidth>
            {t.links.sendLink}
          </Button>
          <Button variant="subtle" renderRoot={(root) => <Link {...root} to="/sign-in" />}>
            {t.links.toSignIn}
          </Button>
        </Stack>
      </form>
    </Entrance>
  );
}
