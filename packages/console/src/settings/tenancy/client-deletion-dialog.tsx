import { Stack, Text, TextInput } from '@mantine/core';
import { startClientDeletion } from '@pimento/contract/wire';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { sessionKey } from '../../session/query-client.ts';
import { useChange } from '../../session/use-change.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { useTenancyMessages } from './use-tenancy-messages.ts';

/** Deletes a client with all its data, after the operator has typed the id of the client. */
export function ClientDeletionDialog({
  client: { clientId, name },
  onClose,
}: {
  client: { clientId: string; name: string };
  onClose: () => void;
}) {
  const texts = useTenancyMessages();
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState('');
  const deletion = useChange(
    (api) => api.call(startClientDeletion, { params: { clientId }, body: { clientId: typed } }),
    () => {
      void queryClient.invalidateQueries({ queryKey: sessionKey });
      onClose();
      return texts.deletionStarted(name);
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    deletion.mutate(undefined);
  };
  return (
    <Dialog title={texts.deleteTitle(name)} onClose={onClose} locked>
      <Stack component="form" onSubmit={submit}>
        <Text size="sm">{texts.deleteText}</Text>
        <TextInput
          label={texts.confirmation(clientId)}
          autoComplete="off"
          required
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <DialogActions
          onClose={onClose}
          submit={texts.deleteClient}
          color="red"
          loading={deletion.isPending}
          disabled={typed !== clientId}
        />
      </Stack>
    </Dialog>
  );
}
