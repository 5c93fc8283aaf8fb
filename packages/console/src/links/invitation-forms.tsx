import { Button, Stack, Text, TextInput } from '@mantine/core';
import { acceptInvitation, joinClient } from '@pimento/contract/wire';
import { type FormEvent, type ReactNode, useState } from 'react';
import { FailedAction } from '../ui/failed-action.tsx';
import { useMessages } from '../i18n/language.tsx';
import { NewPasswordInput } from '../session/new-password-input.tsx';
import { SignInFields, useSignIn } from '../session/sign-in-fields.tsx';
import { linkSecret } from './link-secret.ts';
import { useEntrance } from './use-entrance.ts';

/** A form with one button. Shows the reason if the request failed. */
function LinkForm(props: {
  label: string;
  entrance: { error: unknown; isPending: boolean };
  onSubmit: () => void;
  children: ReactNode;
}) {
  const { label, entrance, onSubmit, children } = props;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <FailedAction error={entrance.error} />
        {children}
        <Button type="submit" loading={entrance.isPending} fullWidth>
          {label}
        </Button>
      </Stack>
    </form>
  );
}

/** Accepts an invitation as a person without a login. */
export function NewcomerForm({ email, suggestedName }: { email: string; suggestedName: string }) {
  const t = useMessages();
  const [name, setName] = useState(suggestedName);
  const [password, setPassword] = useState('');
  const entrance = useEntrance((api) => api.call(acceptInvitation, { body: { secret: linkSecret(), name, password } }));
  return (
    <LinkForm label={t.links.accept} entrance={entrance} onSubmit={() => entrance.mutate(undefined)}>
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <TextInput
        label={t.links.name}
        autoComplete="name"
        required
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <NewPasswordInput value={password} onChange={setPassword} />
    </LinkForm>
  );
}

/** Signs in a person who already has a login, and accepts the invitation. */
export function KnownPersonForm({ email }: { email: string }) {
  const t = useMessages();
  const joining = useEntrance((api) => api.call(joinClient, { body: { secret: linkSecret() } }));
  const form = useSignIn(email, () => joining.mutateAsync(undefined));
  return (
    <form onSubmit={form.submit}>
      <Stack>
        <SignInFields form={form} />
        <Button type="submit" loading={form.enter.isPending} fullWidth>
          {t.links.signInAndAccept}
        </Button>
      </Stack>
    </form>
  );
}

/** Accepts an invitation as the person who is signed in. */
export function SignedInForm({ email }: { email: string }) {
  const t = useMessages();
  const entrance = useEntrance((api) => api.call(joinClient, { body: { secret: linkSecret() } }));
  return (
    <LinkForm label={t.links.accept} entrance={entrance} onSubmit={() => entrance.mutate(undefined)}>
      <Text size="sm">{t.links.signedInAs(email)}</Text>
    </LinkForm>
  );
}
