import { Button, Menu, Text } from '@mantine/core';
import { IconCheck, IconSelector } from '@tabler/icons-react';
import { useMessages } from '../i18n/language.tsx';
import { useWork } from '../session/session.tsx';

/** The client that is worked for; a menu where there are several. */
export function ClientSwitcher() {
  const t = useMessages();
  const { session, clientId, clientName, chooseClient } = useWork();
  if (clientId === '') return null;
  return (
    <Menu position="bottom-start" width={280}>
      <Menu.Target>
        <Button
          variant="default"
          size="sm"
          px="sm"
          maw={220}
          rightSection={<IconSelector size={15} aria-hidden />}
          aria-label={`${t.nav.client}: ${clientName}`}
        >
          {clientName}
        </Button>
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
