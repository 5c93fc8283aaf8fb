import { Button, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { useSignOnTexts } from '../i18n/sign-on-texts.ts';

/** Asks for the e-mail address that determines the identity provider. */
export function ProviderEmailForm({ isPending, onSubmit }: { isPending: boolean; onSubmit: (email: string) => void }) {
  const texts = useSignOnTexts();
  const t = useMessages();
  const [email, setEmail] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit(email);
  };
  return (
    <form onSubmit={submit} aria-label={texts.byEmail}>
      <Stack gap="xs">
        <Text size="sm" c="dimmed">
          {texts.byEmailText}
        </Text>
        <TextInput
          aria-label={`${texts.byEmail}: ${t.signIn.email}`}
          type="email"
          autoComplete="username"
          required
          autoFocus
          value={email}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        />
        <Button type="submit" loading={isPending}>
          {texts.continue}
        </Button>
      </Stack>
    </form>
  );
}
