import { Checkbox, PasswordInput, Stack, TextInput } from '@mantine/core';
import type { AccountField } from '@pimento/contract';
import { useMessages } from '../../i18n/language.tsx';
import type { Entry } from './account-entries.ts';

/** The input of one field. A stored optional password can be removed. */
export function AccountFieldInput(props: {
  field: AccountField;
  /** True if the account has a stored value for the field. */
  isSet: boolean;
  entry: Entry;
  error: string | undefined;
  onChange: (entry: Entry) => void;
}) {
  const { field, isSet, entry, error, onChange } = props;
  const t = useMessages();
  const common = {
    label: field.optional ? `${field.name} (${t.channels.optional})` : field.name,
    error,
    value: entry.text,
    // keeps browsers from filling in the user's own login
    autoComplete: field.type === 'password' ? 'new-password' : 'off',
    name: `account-${field.id}`,
  };
  if (field.type === 'string')
    return (
      <TextInput
        {...common}
        onChange={({ currentTarget }) => onChange({ text: currentTarget.value, removed: false })}
      />
    );
  return (
    <Stack gap={6}>
      <PasswordInput
        {...common}
        description={isSet ? t.channels.keepPassword : undefined}
        disabled={entry.removed}
        visibilityToggleButtonProps={{ 'aria-label': t.signIn.showPassword }}
        onChange={({ currentTarget }) => onChange({ text: currentTarget.value, removed: false })}
      />
      {isSet && field.optional && (
        <Checkbox
          size="xs"
          label={t.channels.removePassword(field.name)}
          checked={entry.removed}
          onChange={({ currentTarget }) => onChange({ text: '', removed: currentTarget.checked })}
        />
      )}
    </Stack>
  );
}
