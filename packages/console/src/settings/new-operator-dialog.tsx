import { Stack, TextInput } from '@mantine/core';
import { createOperator } from '@pimento/contract/wire';
import { type FormEvent, useState } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { useChange } from '../session/use-change.ts';
import { FailedAction } from '../ui/failed-action.tsx';
import { DialogActions, FormDialog } from '../ui/dialog.tsx';
import { LinkShown } from './link-shown.tsx';
import { useInvitationTexts } from './invitation-texts.ts';

/** Creates an operator. The link to set a password is either shown once or sent by e-mail. */
export function NewOperatorDialog({ onClose }: { onClose: () => void }) {
  const t = useMessages();
  const invitationTexts = useInvitationTexts();
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const creation = useChange(
    (api, body: { email: string; name: string }) => api.call(createOperator, { body }),
    undefined,
    { showsFailure: true },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    creation.mutate({ email, name });
  };
  return (
    <FormDialog action={creation} title={t.people.newOperator} onClose={onClose} locked={creation.isSuccess}>
      {creation.data ? (
        <LinkShown link={creation.data.link} sent={invitationTexts.passwordLinkSent} onClose={onClose} />
      ) : (
        <form onSubmit={submit}>
          <Stack>
            <FailedAction error={creation.error} />
            <TextInput
              label={invitationTexts.email}
              type="email"
              required
              data-autofocus
              value={email}
              onChange={({ currentTarget }) => setEmail(currentTarget.value)}
            />
            <TextInput
              label={t.people.name}
              required
              value={name}
              onChange={({ currentTarget }) => setName(currentTarget.value)}
            />
            <DialogActions onClose={onClose} submit={t.people.createOperator} loading={creation.isPending} />
          </Stack>
        </form>
      )}
    </FormDialog>
  );
}
