import { Stack, TextInput } from '@mantine/core';
import type { Client } from '@pimento/client';
import type { NewKey } from '@pimento/contract';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { useChange } from '../session/use-change.ts';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { ShownOnce } from '../ui/shown-once.tsx';

/** Makes a key, then shows its secret this once. */
export function NewKeyDialog(props: {
  title: string;
  make: (api: Client, name: string) => Promise<NewKey>;
  /** What else is asked. */
  children?: ReactNode;
  isIncomplete?: boolean;
  /** A first call with the secret, to be copied. */
  testCall?: (secret: string) => string;
  onClose: () => void;
}) {
  const { title, make, children, isIncomplete = false, testCall, onClose } = props;
  const t = useMessages();
  const [name, setName] = useState('');
  const making = useChange(make);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    making.mutate(name);
  };
  return (
    <Dialog title={title} onClose={onClose} size="lg" locked={making.isSuccess}>
      {making.isSuccess ? (
        <ShownOnce
          warning={t.settings.secretOnce}
          text={making.data.secret}
          label={t.settings.secret}
          {...(testCall ? { example: testCall(making.data.secret) } : {})}
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
            <DialogActions
              onClose={onClose}
              submit={t.settings.makeKey}
              loading={making.isPending}
              disabled={isIncomplete}
            />
          </Stack>
        </form>
      )}
    </Dialog>
  );
}
