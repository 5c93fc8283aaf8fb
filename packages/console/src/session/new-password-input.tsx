import { PasswordInput } from '@mantine/core';
import { minPasswordCharacters } from '@pimento/contract/wire';
import { useMessages } from '../i18n/language.tsx';

/** The input for a new password. It checks only the length. The service also refuses passwords that are easy to guess. */
export function NewPasswordInput({ value, onChange }: { value: string; onChange: (password: string) => void }) {
  const t = useMessages();
  return (
    <PasswordInput
      label={t.links.newPassword}
      description={t.links.passwordHint}
      autoComplete="new-password"
      required
      minLength={minPasswordCharacters}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      visibilityToggleButtonProps={{ 'aria-label': t.signIn.showPassword }}
    />
  );
}
