import { SegmentedControl, Stack, Text } from '@mantine/core';
import { type ClientScope, clientScopes, type KeyScope } from '@pimento/contract/wire';
import { useId } from 'react';
import { useMessages } from '../i18n/language.tsx';

const choices = ['none', 'read', 'write', 'both'] as const;
export type ScopeChoices = Record<ClientScope, (typeof choices)[number]>;

export const allScopes: ScopeChoices = {
  import: 'both',
  assets: 'both',
  datastandards: 'both',
  products: 'both',
  channels: 'both',
};

export const scopesOf = (chosen: ScopeChoices): KeyScope[] =>
  clientScopes.flatMap((scope): KeyScope[] => {
    const choice = chosen[scope];
    if (choice === 'none') return [];
    return [choice === 'both' ? scope : `${scope}:${choice}`];
  });

/** The fields that choose what an API key may read and write. */
export function ScopeFields({ chosen, onChange }: { chosen: ScopeChoices; onChange: (chosen: ScopeChoices) => void }) {
  const t = useMessages();
  const id = useId();
  return (
    <Stack gap="xs" role="group" aria-labelledby={id}>
      <Text id={id} size="sm" fw={500}>
        {t.settings.scopes}
      </Text>
      {clientScopes.map((scope) => (
        <div key={scope}>
          <Text size="sm">{t.settings.scopeNames[scope]}</Text>
          <SegmentedControl
            size="xs"
            aria-label={t.settings.scopeNames[scope]}
            data={choices.map((value) => ({ value, label: t.keys.accesses[value] }))}
            value={chosen[scope]}
            onChange={(value) => onChange({ ...chosen, [scope]: value })}
          />
        </div>
      ))}
    </Stack>
  );
}
