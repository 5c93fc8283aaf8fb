import { Button, Group, Paper, Stack, TextInput } from '@mantine/core';
import { createClient, listClients } from '@pimento/contract/wire';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { useCall } from '../session/use-call.ts';
import { useChange } from '../session/use-change.ts';
import { sessionKey } from '../session/query-client.ts';
import { ListSkeleton } from '../ui/page.tsx';
import { ProblemAlert } from '../ui/problem-alert.tsx';
import { useUnsaved } from '../ui/use-unsaved.ts';
import { TableFrame } from '../ui/tables/table-frame.tsx';
import { ClientRow } from './tenancy/client-row.tsx';
import { DeletionList } from './tenancy/deletion-list.tsx';

/** The clients of the installation, for operators. */
export function ClientsPanel() {
  const t = useMessages();
  const queryClient = useQueryClient();
  const clients = useCall(listClients, {}, { refetchMs: 10_000 });
  const [clientId, setClientId] = useState('');
  const [name, setName] = useState('');
  const creation = useChange(
    (api, body: { clientId: string; name: string }) => api.call(createClient, { body }),
    (created) => {
      setClientId('');
      setName('');
      void queryClient.invalidateQueries({ queryKey: sessionKey });
      return t.settings.clientMade(created.name);
    },
  );
  useUnsaved((clientId !== '' || name !== '') && !creation.isPending);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    creation.mutate({ clientId, name });
  };
  return (
    <Stack>
      <Paper withBorder p="md" component="form" onSubmit={submit}>
        <Group align="flex-end">
          <TextInput
            label={t.settings.clientId}
            description={t.settings.clientIdHint}
            required
            pattern="[a-z0-9][a-z0-9._\-]{0,62}"
            value={clientId}
            onChange={({ currentTarget }) => setClientId(currentTarget.value)}
          />
          <TextInput
            label={t.settings.clientName}
            required
            flex="1 1 200px"
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Button type="submit" loading={creation.isPending}>
            {t.settings.newClient}
          </Button>
        </Group>
      </Paper>
      {clients.isPending && <ListSkeleton rows={3} />}
      {clients.isError && <ProblemAlert error={clients.error} retry={clients.refetch} />}
      {clients.data && clients.data.clients.length > 0 && (
        <TableFrame
          label={t.settings.clients}
          minWidth={480}
          actions={56}
          headings={[
            { label: t.settings.clientName },
            { label: t.settings.clientId },
            { label: t.settings.created },
            { label: t.secondFactor.title },
          ]}
        >
          {clients.data.clients.map((client) => (
            <ClientRow key={client.clientId} client={client} />
          ))}
        </TableFrame>
      )}
      <DeletionList />
    </Stack>
  );
}
