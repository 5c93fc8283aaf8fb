import { ActionIcon, Badge, Group, Menu, Switch, Table, Text } from '@mantine/core';
import { putClientSecondFactorDemand } from '@pimento/contract/wire';
import { IconDots } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormats } from '../../i18n/language.tsx';
import { useSignOnTexts } from '../../i18n/sign-on-texts.ts';
import { sessionKey } from '../../session/query-client.ts';
import { useChange } from '../../session/use-change.ts';
import { ArchiveDialog } from './archive-dialog.tsx';
import { ClientDeletionDialog } from './client-deletion-dialog.tsx';
import { QuotaDialog } from './quota-dialog.tsx';
import { useTenancyMessages } from './use-tenancy-messages.ts';

interface ListedClient {
  clientId: string;
  name: string;
  created: string;
  endingSince: string | null;
  needsSecondFactor: boolean;
  membersWithoutSecondFactor: number | null;
}

/**
 * A switch that requires a second factor from everyone who opens the client. While it is on, also shows how many members have no second
 * factor.
 */
function DemandSwitch({ client }: { client: ListedClient }) {
  const texts = useSignOnTexts();
  const queryClient = useQueryClient();
  const demand = useChange(
    (api, needed: boolean) =>
      api.call(putClientSecondFactorDemand, { params: { clientId: client.clientId }, body: { needed } }),
    () => {
      void queryClient.invalidateQueries({ queryKey: sessionKey, exact: true });
      return undefined;
    },
  );
  const missing = client.membersWithoutSecondFactor ?? 0;
  return (
    <Group gap="xs" wrap="nowrap">
      <Switch
        aria-label={`${client.name}: ${texts.demand}`}
        checked={client.needsSecondFactor}
        disabled={demand.isPending}
        onChange={({ currentTarget }) => demand.mutate(currentTarget.checked)}
      />
      {client.needsSecondFactor && (
        <Text size="sm">{missing > 0 ? texts.demandedMissing(missing) : texts.demanded}</Text>
      )}
    </Group>
  );
}

/** One client of the installation, with a menu for its quotas, export and deletion. */
export function ClientRow({ client }: { client: ListedClient }) {
  const texts = useTenancyMessages();
  const formats = useFormats();
  const [opened, setOpened] = useState<'quotas' | 'export' | 'delete'>();
  const close = () => setOpened(undefined);
  const isEnding = client.endingSince !== null;
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap="xs">
          {client.name}
          {isEnding && <Badge color="red">{texts.ending}</Badge>}
        </Group>
      </Table.Td>
      <Table.Td>
        <Text size="sm" ff="monospace">
          {client.clientId}
        </Text>
      </Table.Td>
      <Table.Td>{formats.moment(client.created)}</Table.Td>
      <Table.Td>{!isEnding && <DemandSwitch client={client} />}</Table.Td>
      <Table.Td>
        {!isEnding && (
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon variant="subtle" color="gray" aria-label={texts.actions(client.name)}>
                <IconDots size={16} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => setOpened('quotas')}>{texts.quotas}</Menu.Item>
              <Menu.Item onClick={() => setOpened('export')}>{texts.start}</Menu.Item>
              <Menu.Item color="red" onClick={() => setOpened('delete')}>
                {texts.deleteClient}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
        {opened === 'quotas' && <QuotaDialog client={client} onClose={close} />}
        {opened === 'export' && <ArchiveDialog client={client} onClose={close} />}
        {opened === 'delete' && <ClientDeletionDialog client={client} onClose={close} />}
      </Table.Td>
    </Table.Tr>
  );
}
