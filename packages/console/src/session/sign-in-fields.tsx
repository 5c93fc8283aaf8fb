import { Anchor, PasswordInput, TextInput } from '@mantine/core';
import { enterCode, type Session, signIn } from '@pimento/contract/wire';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { FailedAction } from '../ui/failed-action.tsx';
import { useMessages } from '../i18n/language.tsx';
import { createApi } from './api.ts';

/**
 * Signs a user in by e-mail address and password, and then by a code if the user has a second factor.
 * @param maySignIn called with the e-mail address before each request; returns false to cancel the request
 */
export function useSignIn(
  firstEmail: string,
  onSignedIn: (session: Session) => unknown,
  maySignIn: (email: string) => boolean = () => true,
) {
  const [email, setEmail] = useState(firstEmail);
  const [password, setPassword] = useState('');
  const [needsCode, setNeedsCode] = useState(false);
  const [code, setCode] = useState('');
  const [isRecoveryCode, setRecoveryCode] = useState(false);
  const enter = useMutation({
    mutationFn: () =>
      needsCode
        ? createApi(undefined).call(enterCode, { body: { code, isRecoveryCode } })
        : createApi(undefined).call(signIn, { body: { email, password } }),
    onSuccess: (answer) => {
      if (!('needsCode' in answer)) return onSignedIn(answer);
      setNeedsCode(true);
      return undefined;
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (maySignIn(email)) enter.mutate();
  };
  const codes = { needsCode, code, setCode, isRecoveryCode, setRecoveryCode };
  return { email, setEmail, password, setPassword, enter, submit, ...codes };
}

type SignInForm = ReturnType<typeof useSignIn>;

/** The fields for e-mail address and password, or for a code, and the reason why sign-in failed. */
export function SignInFields({ form }: { form: SignInForm }): ReactNode {
  const { enter, needsCode } = form;
  return (
    <>
      <FailedAction error={enter.error} />
      {needsCode ? <CodeField form={form} /> : <PasswordFields form={form} />}
    </>
  );
}

function PasswordFields({ form }: { form: SignInForm }) {
  const { email, setEmail, password, setPassword } = form;
  const t = useMessages();
  return (
    <>
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

function CodeField({ form }: { form: SignInForm }) {
  const { code, setCode, isRecoveryCode, setRecoveryCode } = form;
  const t = useMessages();
  const change = () => {
    setCode('');
    setRecoveryCode(!isRecoveryCode);
  };
  return (
    <>
      <TextInput
        label={isRecoveryCode ? t.secondFactor.recoveryCode : t.secondFactor.code}
        description={isRecoveryCode ? t.secondFactor.recoveryCodeHint : t.secondFactor.codeHint}
        autoComplete="one-time-code"
        inputMode={isRecoveryCode ? 'text' : 'numeric'}
        required
        withAsterisk={false}
        autoFocus
        value={code}
        onChange={({ currentTarget }) => setCode(currentTarget.value)}
      />
      <Anchor component="button" type="button" size="xs" onClick={change} style={{ alignSelf: 'flex-start' }}>
        {isRecoveryCode ? t.secondFactor.useApp : t.secondFactor.useRecoveryCode}
      </Anchor>
    </>
  );
}
