import { Stack, TextInput } from '@mantine/core';
import type { Client } from '@pimento/client';
import type { NewKey } from '@pimento/contract';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { useChange } from '../session/use-change.ts';
import { DialogActions, FormDialog } from '../ui/dialog.tsx';
import { ShownOnce } from '../ui/shown-once.tsx';
import { addressesOf, expiryOf, KeyLimitFields, type KeyLimits, noLimits } from './key-limit-fields.tsx';

/** Creates an API key, then shows its secret once. */
export function NewKeyDialog(props: {
  title: string;
  create: (api: Client, key: { name: string; expires?: string; addresses: string[] }) => Promise<NewKey>;
  /** Additional form fields. */
  children?: ReactNode;
  isIncomplete?: boolean;
  /** Returns a shell command that tests the secret. */
  testCall?: (secret: string) => string;
  onClose: () => void;
}) {
  const { title, create, children, isIncomplete = false, testCall, onClose } = props;
  const t = useMessages();
  const [name, setName] = useState('');
  const [limits, setLimits] = useState<KeyLimits>(noLimits);
  const creation = useChange(create);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    creation.mutate({ name, addresses: addressesOf(limits), ...expiryOf(limits, Date.now()) });
  };
  return (
    <FormDialog action={creation} title={title} onClose={onClose} size="lg" locked={creation.isSuccess}>
      {creation.isSuccess ? (
        <ShownOnce
          warning={t.settings.secretOnce}
          text={creation.data.secret}
          label={t.settings.secret}
          {...(testCall ? { example: testCall(creation.data.secret) } : {})}
          onClose={onClose}
        />
      ) : (
        <form onSubmit={submit}>
          <Stack>
            <TextInput
              label={t.settings.keyName}
              description={t.settings.keyNameHint}
              required
              data-autofocus
              value={name}
              onChange={({ currentTarget }) => setName(currentTarget.value)}
            />
            {children}
            <KeyLimitFields limits={limits} onChange={setLimits} />
            <DialogActions
              onClose={onClose}
              submit={t.settings.makeKey}
              loading={creation.isPending}
              disabled={isIncomplete}
            />
          </Stack>
        </form>
      )}
    </FormDialog>
  );
}
