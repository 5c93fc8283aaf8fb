import { Alert, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { useSignOnTexts } from '../../i18n/sign-on-texts.ts';
import { PasskeyRefusedError } from '../../session/passkey.ts';
import { DialogActions, FormDialog } from '../../ui/dialog.tsx';
import { problemText } from '../../ui/problem-text.ts';

export function PasskeyNameDialog(props: {
  title: string;
  submit: string;
  first: string;
  action: { mutate: (name: string) => void; error: Error | null; isPending: boolean };
  onClose: () => void;
}) {
  const { title, submit, first, action, onClose } = props;
  const t = useMessages();
  const texts = useSignOnTexts();
  const [name, setName] = useState(first);
  const send = (event: FormEvent) => {
    event.preventDefault();
    action.mutate(name);
  };
  return (
    <FormDialog title={title} onClose={onClose}>
      <form onSubmit={send}>
        <Stack>
          {action.error && (
            <Alert color="red" variant="light" role="alert">
              {action.error instanceof PasskeyRefusedError ? texts.passkeyRefused : problemText(t, action.error)}
            </Alert>
          )}
          <TextInput
            label={texts.passkeyName}
            required
            maxLength={255}
            data-autofocus
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <DialogActions onClose={onClose} submit={submit} loading={action.isPending} />
        </Stack>
      </form>
    </FormDialog>
  );
}
