import { Alert, PasswordInput, TextInput } from '@mantine/core';
import { type Session, signIn } from '@pimento/contract/wire';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { problemText } from '../ui/problem-text.ts';
import { createApi } from './api.ts';

/**
 * Signs a user in by e-mail address and password.
 * @param maySignIn asks whether the person with this address may sign in here
 */
export function useSignIn(
  firstEmail: string,
  onSignedIn: (session: Session) => unknown,
  maySignIn: (email: string) => boolean = () => true,
) {
  const [email, setEmail] = useState(firstEmail);
  const [password, setPassword] = useState('');
  const enter = useMutation({
    mutationFn: () => createApi(undefined).call(signIn, { body: { email, password } }),
    onSuccess: onSignedIn,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (maySignIn(email)) enter.mutate();
  };
  return { email, setEmail, password, setPassword, enter, submit };
}

/** The fields for e-mail address and password, and the reason why sign-in failed. */
export function SignInFields({ form }: { form: ReturnType<typeof useSignIn> }): ReactNode {
  const { email, setEmail, password, setPassword, enter } = form;
  const t = useMessages();
  return (
    <>
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
        data-autofocus={email === '' || undefined}
        autoFocus={email === ''}
        value={email}
        onChange={({ currentTarget }) => setEmail(currentTarget.value)}
      />
      <PasswordInput
        label={t.signIn.password}
        name="password"
        autoComplete="current-password"
        required
        withAsterisk={false}
        data-autofocus={email === '' ? undefined : true}
        value={password}
        onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': t.signIn.showPassword }}
      />
    </>
  );
}
