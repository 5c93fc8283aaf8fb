import { Button, Loader, Stack } from '@mantine/core';
import { setPassword } from '@pimento/contract/wire';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { FailedAction } from '../ui/failed-action.tsx';
import { useMessages } from '../i18n/language.tsx';
import { createApi } from '../session/api.ts';
import { Entrance } from '../session/entrance.tsx';
import { NewPasswordInput } from '../session/new-password-input.tsx';
import { LinkProblem } from './link-problem.tsx';
import { linkSecret } from './link-secret.ts';
import { usePasswordLink } from './use-opened-link.ts';

/** Sets a new password with a link. */
export function PasswordPage() {
  const t = useMessages();
  const link = usePasswordLink();
  const [password, setNew] = useState('');
  const setting = useMutation({
    mutationFn: () => createApi(undefined).call(setPassword, { body: { secret: linkSecret(), password } }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setting.mutate();
  };
  if (link.isError) return <LinkProblem error={link.error} />;
  if (!link.data) return <Loader role="progressbar" aria-label={t.common.loading} />;
  if (setting.isSuccess)
    return (
      <Entrance title={t.links.setTitle} subtitle={t.links.wasSet}>
        <Button renderRoot={(root) => <Link {...root} to="/sign-in" />}>{t.links.toSignIn}</Button>
      </Entrance>
    );
  return (
    <Entrance title={t.links.setTitle} subtitle={t.links.setFor(link.data.email)}>
      <form onSubmit={submit}>
        <Stack>
          <FailedAction error={setting.error} />
          <input type="email" name="email" autoComplete="username" value={link.data.email} readOnly hidden />
          <NewPasswordInput value={password} onChange={setNew} />
          <Button type="submit" loading={setting.isPending} fullWidth>
            {t.links.setPassword}
          </Button>
        </Stack>
      </form>
    </Entrance>
  );
}
