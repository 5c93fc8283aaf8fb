import { MultiSelect, Stack, Switch } from '@mantine/core';
import { listClients } from '@pimento/contract/wire';
import { useMessages } from '../i18n/language.tsx';
import { useCall } from '../session/use-call.ts';

/** Lets an operator choose whether all clients or only selected ones may see and use a channel. */
export function ChannelClients(props: { clientIds: string[] | null; onChange: (clientIds: string[] | null) => void }) {
  const { clientIds, onChange } = props;
  const t = useMessages();
  const clients = useCall(listClients, {}, { enabled: clientIds !== null });
  const known = clients.data?.clients.map(({ clientId, name }) => ({
    value: clientId,
    label: `${name} (${clientId})`,
  }));
  return (
    <Stack gap="xs">
      <Switch
        label={t.gateway.everyClient}
        checked={clientIds === null}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? null : [])}
      />
      {clientIds !== null && (
        <MultiSelect
          label={t.gateway.clients}
          description={t.gateway.clientsHint}
          data={known ?? clientIds}
          value={clientIds}
          searchable
          onChange={onChange}
          comboboxProps={{ withinPortal: false }}
        />
      )}
    </Stack>
  );
}
