import { Button, Group } from '@mantine/core';
import { signOut } from '@pimento/contract/wire';
import { IconShieldLock } from '@tabler/icons-react';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useMessages } from '../i18n/language.tsx';
import { useSignOnTexts } from '../i18n/sign-on-texts.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';
import { useWork } from './session.tsx';

/**
 * The page shown if the client requires a second factor and the session has none. The user can only open the settings to set one up, or
 * sign in again.
 */
export function SecondFactorPage() {
  const t = useMessages();
  const texts = useSignOnTexts();
  const { api, clientName } = useWork();
  const { pathname } = useLocation();
  if (/^\/settings(\/|$)/.test(pathname)) return <Outlet />;
  const signInAgain = async () => {
    await api.call(signOut).catch(() => undefined);
    location.assign(`/sign-in?to=${encodeURIComponent(location.pathname + location.search)}`);
  };
  return (
    <Page title={texts.neededTitle(clientName)}>
      <EmptyState icon={IconShieldLock} title={texts.demand} text={texts.neededText}>
        <Group gap="sm" justify="center" mt="xs">
          <Button component={Link} to="/settings">
            {t.user.profile}
          </Button>
          <Button variant="default" onClick={() => void signInAgain()}>
            {texts.signInAgain}
          </Button>
        </Group>
      </EmptyState>
    </Page>
  );
}
