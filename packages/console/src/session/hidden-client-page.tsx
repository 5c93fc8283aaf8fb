import { Button, Group } from '@mantine/core';
import { IconBuildingStore } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMessages } from '../i18n/language.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';
import { useWork } from './session.tsx';

/** Instead of a screen of a client that the person may not see: which one, and those that they may. */
export function HiddenClientPage() {
  const t = useMessages();
  const { session, hiddenClient = '' } = useWork();
  return (
    <Page title={t.hiddenClient.title}>
      <EmptyState
        icon={IconBuildingStore}
        title={t.hiddenClient.nothing(hiddenClient)}
        text={t.hiddenClient.text}
      >
        <Group gap="sm" justify="center" mt="xs">
          {session.clients.map(({ clientId, name }) => (
            <Button key={clientId} component={Link} to="/" search={{ client: clientId }} variant="default">
              {name}
            </Button>
          ))}
        </Group>
      </EmptyState>
    </Page>
  );
}
