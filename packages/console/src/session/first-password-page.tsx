import { useMessages } from '../i18n/language.tsx';
import { Entrance } from './entrance.tsx';
import { PasswordForm } from './password-form.tsx';

/** The page for a person who must replace the first password before using the console. */
export function FirstPasswordPage() {
  const t = useMessages();
  return (
    <Entrance title={t.links.firstTitle} subtitle={t.links.firstText}>
      <PasswordForm />
    </Entrance>
  );
}
