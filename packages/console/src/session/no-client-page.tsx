import { Button, Group } from '@mantine/core';
import { IconBuildingStore } from '@tabler/icons-react';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useMessages } from '../i18n/language.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';
import { useWork } from './session.tsx';

/**
 * The page shown if no client can be opened, because the user is not a member of any client, or has no access to the requested client.
 * Operators without a client can still open the settings and the gateway.
 */
export function NoClientPage() {
  const t = useMessages();
  const { session, hiddenClient } = useWork();
  const { pathname } = useLocation();
  const hasNone = session.clients.length === 0;
  if (hasNone && session.isOperator && /^\/(settings|gateway)(\/|$)/.test(pathname)) return <Outlet />;
  if (hiddenClient !== undefined) return <HiddenClient clientId={hiddenClient} />;
  return (
    <EmptyState icon={IconBuildingStore} title={t.noClient.title} text={t.noClient.text}>
      {session.isOperator && (
        <Button component={Link} to="/settings">
          {t.nav.settings}
        </Button>
      )}
    </EmptyState>
  );
}

/** Names the client that the user has no access to, and links to the user's clients. */
function HiddenClient({ clientId: hidden }: { clientId: string }) {
  const t = useMessages();
  const { session } = useWork();
  return (
    <Page title={t.hiddenClient.title}>
      <EmptyState
        icon={IconBuildingStore}
        title={t.hiddenClient.nothing(hidden)}
        text={session.clients.length > 0 ? t.hiddenClient.text : t.noClient.text}
      >
        <Group gap="sm" justify="center" mt="xs">
          {session.clients.map(({ clientId, name }) => (
            <Button
              key={clientId}
              variant="default"
              renderRoot={(root) => <Link {...root} to="/" search={{ client: clientId }} />}
            >
              {name}
            </Button>
          ))}
        </Group>
      </EmptyState>
    </Page>
  );
}
