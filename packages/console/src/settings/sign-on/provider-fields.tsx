import { Switch, Textarea, TextInput } from '@mantine/core';
import { useSignOnTexts } from '../../i18n/sign-on-texts.ts';
import { ProviderClients } from './provider-clients.tsx';
import type { ProviderInput } from './provider-input.ts';

export function ProviderFields(props: {
  input: ProviderInput;
  isNew: boolean;
  onChange: (input: ProviderInput) => void;
}) {
  const { input, isNew, onChange } = props;
  const texts = useSignOnTexts();
  /** Returns the value of a text field and the handler that changes it. */
  const text = (name: 'providerId' | 'name' | 'issuer' | 'oidcClientId' | 'secret' | 'groupsClaim' | 'domains') => ({
    value: input[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange({ ...input, [name]: currentTarget.value }),
  });
  return (
    <>
      {isNew && (
        <TextInput
          label={texts.id}
          description={texts.idHint}
          required
          data-autofocus
          pattern="[a-z0-9][a-z0-9._\-]{0,62}"
          {...text('providerId')}
        />
      )}
      <TextInput label={texts.name} description={texts.nameHint} required {...text('name')} />
      <TextInput label={texts.issuer} description={texts.issuerHint} type="url" required {...text('issuer')} />
      <TextInput label={texts.oidcClientId} required autoComplete="off" {...text('oidcClientId')} />
      <TextInput
        label={texts.secret}
        description={isNew ? undefined : texts.secretKept}
        type="password"
        required={isNew}
        autoComplete="new-password"
        {...text('secret')}
      />
      <Textarea
        label={texts.domains}
        description={texts.domainsHint}
        required
        autosize
        minRows={1}
        {...text('domains')}
      />
      <Switch
        label={texts.listed}
        checked={input.listed}
        onChange={({ currentTarget }) => onChange({ ...input, listed: currentTarget.checked })}
      />
      <Switch
        label={texts.required}
        checked={input.required}
        onChange={({ currentTarget }) => onChange({ ...input, required: currentTarget.checked })}
      />
      <TextInput label={texts.groupsClaim} description={texts.groupsClaimHint} {...text('groupsClaim')} />
      <ProviderClients clients={input.clients} onChange={(clients) => onChange({ ...input, clients })} />
    </>
  );
}
