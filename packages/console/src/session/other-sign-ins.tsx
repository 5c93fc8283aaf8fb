import { ProblemError } from '@pimento/client';
import { Alert, Button, Divider, Stack } from '@mantine/core';
import { listSignInProviders, type Session, startProviderSignIn } from '@pimento/contract/wire';
import { IconFingerprint, IconKey } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { useSignOnTexts } from '../i18n/sign-on-texts.ts';
import { problemText } from '../ui/problem-text.ts';
import { createApi } from './api.ts';
import { ProviderEmailForm } from './provider-email-form.tsx';
import { hasPasskeys, PasskeyRefusedError, signInByPasskey } from './passkey.ts';

interface Provider {
  providerId: string;
  name: string;
}

/** Returns the provider with which the user must sign in, or undefined if the error does not require one. */
function requiredProvider(error: Error | null): Provider | undefined {
  if (!(error instanceof ProblemError) || error.code !== 'single-sign-on-required') return undefined;
  const { provider, providerId } = error.problem.params ?? {};
  return typeof provider === 'string' && typeof providerId === 'string' ? { providerId, name: provider } : undefined;
}

/** Starts a sign-in at an identity provider. After the sign-in, the browser returns to the path `to`. */
function useProviderSignIn(to: string) {
  return useMutation({
    mutationFn: (asked: { providerId: string } | { email: string }) =>
      createApi(undefined).call(startProviderSignIn, { body: { ...asked, to } }),
    onSuccess: ({ address }) => location.assign(address),
  });
}

/** The other ways to sign in: identity providers, single sign-on by e-mail address, and passkeys. */
export function OtherSignIns(props: {
  to: string;
  passwordError: Error | null;
  onSignedIn: (session: Session) => unknown;
}) {
  const { to, passwordError, onSignedIn } = props;
  const t = useMessages();
  const texts = useSignOnTexts();
  const [isAsking, setAsking] = useState(false);
  const shown = useQuery({
    queryKey: ['session', 'providers'],
    queryFn: ({ signal }) => createApi(undefined).call(listSignInProviders, { signal }),
  });
  const leaving = useProviderSignIn(to);
  const passkey = useMutation({ mutationFn: () => signInByPasskey(createApi(undefined)), onSuccess: onSignedIn });
  const required = requiredProvider(passwordError) ?? requiredProvider(passkey.error);
  const listed = shown.data?.providers ?? [];
  const isUnlisted = required && listed.every(({ providerId }) => providerId !== required.providerId);
  const providers = isUnlisted ? [required, ...listed] : listed;
  const error = leaving.error ?? passkey.error;
  return (
    <Stack gap="xs">
      <Divider label={texts.or} labelPosition="center" />
      {error && (
        <Alert color="red" variant="light" role="alert">
          {error instanceof PasskeyRefusedError ? texts.passkeyRefused : problemText(t, error)}
        </Alert>
      )}
      {providers.map(({ providerId, name }) => (
        <Button
          key={providerId}
          variant={providerId === required?.providerId ? 'filled' : 'default'}
          loading={
            leaving.isPending && 'providerId' in leaving.variables && leaving.variables.providerId === providerId
          }
          onClick={() => leaving.mutate({ providerId })}
        >
          {texts.byProvider(name)}
        </Button>
      ))}
      {hasPasskeys() && (
        <Button
          variant="default"
          leftSection={<IconFingerprint size={16} aria-hidden />}
          loading={passkey.isPending}
          onClick={() => passkey.mutate()}
        >
          {texts.byPasskey}
        </Button>
      )}
      {shown.data?.hasMore === true && !isAsking && (
        <Button variant="default" leftSection={<IconKey size={16} aria-hidden />} onClick={() => setAsking(true)}>
          {texts.byEmail}
        </Button>
      )}
      {isAsking && <ProviderEmailForm isPending={leaving.isPending} onSubmit={(email) => leaving.mutate({ email })} />}
    </Stack>
  );
}
