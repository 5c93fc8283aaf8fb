import { Alert, Stack } from '@mantine/core';
import { changeIdentityProvider, createIdentityProvider, type IdentityProvider } from '@pimento/contract/wire';
import { type FormEvent, useState } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { useSignOnTexts } from '../../i18n/sign-on-texts.ts';
import { useChange } from '../../session/use-change.ts';
import { CopyLine } from '../../ui/curl-line.tsx';
import { DialogActions, FormDialog } from '../../ui/dialog.tsx';
import { problemText } from '../../ui/problem-text.ts';
import { ProviderFields } from './provider-fields.tsx';
import { emptyProvider, inputOf, readProvider } from './provider-input.ts';

export function ProviderDialog({
  provider,
  onClose,
}: {
  provider?: IdentityProvider | undefined;
  onClose: () => void;
}) {
  const t = useMessages();
  const texts = useSignOnTexts();
  const [input, setInput] = useState(() => (provider ? inputOf(provider) : emptyProvider));
  const [fault, setFault] = useState<string>();
  const saving = useChange(
    (api, { secret, ...settings }: Settings) =>
      provider
        ? api.call(changeIdentityProvider, {
            params: { providerId: provider.providerId },
            body: { ...settings, ...(secret === undefined ? {} : { secret }) },
          })
        : api.call(createIdentityProvider, {
            body: { ...settings, providerId: input.providerId, secret: secret ?? '' },
          }),
    (saved) => {
      onClose();
      return texts.saved(saved.name);
    },
    { showsFailure: true },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = readProvider(input);
    setFault('fault' in read ? read.fault : undefined);
    if ('settings' in read) saving.mutate(read.settings);
  };
  return (
    <FormDialog
      action={saving}
      title={provider ? texts.edit(provider.name) : texts.add}
      size="lg"
      onClose={onClose}
      locked
    >
      <form onSubmit={submit}>
        <Stack>
          {(fault !== undefined || saving.error) && (
            <Alert color="red" variant="light" role="alert">
              {fault === undefined ? problemText(t, saving.error) : texts.groupsFault(fault)}
            </Alert>
          )}
          <ProviderFields input={input} isNew={!provider} onChange={setInput} />
          {provider && <CopyLine text={provider.redirectUri} label={texts.redirectUri} />}
          <DialogActions onClose={onClose} submit={texts.save} loading={saving.isPending} />
        </Stack>
      </form>
    </FormDialog>
  );
}

type Settings = Extract<ReturnType<typeof readProvider>, { settings: unknown }>['settings'];
