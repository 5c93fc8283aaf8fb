import { Menu, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useMessages } from '../../i18n/language.tsx';
import { useWork } from '../../session/session.tsx';
import { ClientButton } from './client-button.tsx';

export function ClientList() {
  const t = useMessages();
  const { session, clientId, chooseClient } = useWork();
  return (
    <Menu position="bottom-start" width={280} defaultOpened>
      <Menu.Target>
        <ClientButton />
      </Menu.Target>
      <Menu.Dropdown mah={420} style={{ overflowY: 'auto' }}>
        <Menu.Label>{t.nav.client}</Menu.Label>
        {session.clients.map((client) => (
          <Menu.Item
            key={client.clientId}
            onClick={() => chooseClient(client.clientId)}
            leftSection={<IconCheck size={15} aria-hidden style={{ opacity: client.clientId === clientId ? 1 : 0 }} />}
          >
            <Text size="sm" fw={500}>
              {client.name}
            </Text>
            <Text size="xs" c="dimmed">
              {client.clientId} · {t.roles[client.role]}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
