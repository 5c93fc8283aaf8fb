import { Select, Stack, Textarea } from '@mantine/core';
import { listClients, roles } from '@pimento/contract/wire';
import { useMessages } from '../../i18n/language.tsx';
import { useSignOnTexts } from '../../i18n/sign-on-texts.ts';
import { useCall } from '../../session/use-call.ts';
import { RepeatedFields } from '../../ui/repeated-fields.tsx';
import { type ClientInput, emptyClient } from './provider-input.ts';

/** The clients that people join when they sign in with an identity provider, each with a default role and the roles of groups. */
export function ProviderClients(props: { clients: ClientInput[]; onChange: (clients: ClientInput[]) => void }) {
  const t = useMessages();
  const texts = useSignOnTexts();
  const known = useCall(listClients, {});
  const choices = (known.data?.clients ?? []).map(({ clientId, name }) => ({ value: clientId, label: name }));
  const roleChoices = [
    { value: '', label: texts.noRole },
    ...roles.map((role) => ({ value: role, label: t.roles[role] })),
  ];
  return (
    <RepeatedFields
      items={props.clients}
      legend={texts.clientNumber}
      remove={texts.removeClient}
      add={texts.addClient}
      fresh={emptyClient}
      onChange={props.onChange}
    >
      {(client, change) => (
        <Stack gap="xs" flex={1}>
          <Select
            label={texts.client}
            data={choices}
            required
            searchable
            value={client.clientId === '' ? null : client.clientId}
            onChange={(clientId) => change({ ...client, clientId: clientId ?? '' })}
            comboboxProps={{ withinPortal: false }}
          />
          <Select
            label={texts.defaultRole}
            data={roleChoices}
            allowDeselect={false}
            value={client.defaultRole ?? ''}
            onChange={(next) => change({ ...client, defaultRole: roles.find((role) => role === next) ?? null })}
            comboboxProps={{ withinPortal: false }}
          />
          <Textarea
            label={texts.groups}
            description={texts.groupsHint}
            autosize
            minRows={1}
            value={client.groups}
            onChange={({ currentTarget }) => change({ ...client, groups: currentTarget.value })}
          />
        </Stack>
      )}
    </RepeatedFields>
  );
}
