import { AppShell, Burger, Center, Group, Kbd, Loader, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { useWork, WorkProvider } from '../session/session.tsx';
import { useHasEnded, useSession } from '../session/use-session.ts';
import { ProblemAlert } from '../ui/problem-alert.tsx';
import { awaitGoKey } from './go-keys.ts';
import { ClientSwitcher } from './menus/client-switcher.tsx';
import icon from '../ui/icon.svg';
import { Navigation } from './navigation/navigation.tsx';
import classes from './shell.module.css';
import { useFocusReturn } from './use-focus-return.ts';
import { NoticeBell } from './menus/notice-bell.tsx';
import { UserMenu } from './menus/user-menu.tsx';
import { lazyPart } from '../ui/loading/lazy-part.tsx';
import { loadPalette, togglePalette } from './palette/toggle-palette.ts';

const CommandPalette = lazyPart(async () => (await loadPalette()).CommandPalette);

const ShortcutHelp = lazyPart(async () => (await import('./shortcut-help.tsx')).ShortcutHelp);

const LostAccessAlert = lazyPart(async () => (await import('../session/lost-access-alert.tsx')).LostAccessAlert);

const NoClientPage = lazyPart(async () => (await import('../session/no-client-page.tsx')).NoClientPage);

const SecondFactorPage = lazyPart(async () => (await import('../session/second-factor-page.tsx')).SecondFactorPage);

const SignedOutDialog = lazyPart(async () => (await import('../session/signed-out-dialog.tsx')).SignedOutDialog);

const FirstPasswordPage = lazyPart(async () => (await import('../session/first-password-page.tsx')).FirstPasswordPage);

/** The layout of every screen that requires sign-in. */
export function Shell() {
  const session = useSession();
  const navigate = useNavigate();
  const t = useMessages();
  const hasEnded = useHasEnded();
  const isSignedOut = session.data === null;
  useEffect(() => {
    if (!isSignedOut) return;
    const here = location.pathname + location.search;
    void navigate({ to: '/sign-in', search: here === '/' ? {} : { to: here }, replace: true });
  }, [isSignedOut, navigate]);
  if (session.isPending)
    return (
      <Center component="main" h="100dvh">
        <Loader role="progressbar" aria-label={t.common.loading} />
      </Center>
    );
  // Only a failed first load replaces the screen. After a later failure, such as a lost connection, the screen stays.
  if (session.isLoadingError)
    return (
      <Center component="main" h="100dvh" p="md">
        <ProblemAlert error={session.error} retry={session.refetch} />
      </Center>
    );
  if (session.data === null) return null;
  return (
    <WorkProvider key={session.data.personId} session={session.data}>
      {session.data.mustChangePassword ? (
        <Suspense>
          <FirstPasswordPage />
        </Suspense>
      ) : (
        <Frame />
      )}
      {hasEnded && (
        <Suspense>
          <SignedOutDialog />
        </Suspense>
      )}
    </WorkProvider>
  );
}

function Frame() {
  useFocusReturn();
  const t = useMessages();
  const { clientId, isClosed, lostAccess } = useWork();
  const { pathname } = useLocation();
  const [opened, { toggle, close }] = useDisclosure();
  useEffect(close, [pathname, close]);
  const [hasPalette, setHasPalette] = useState(false);
  const pressPalette = () => {
    setHasPalette(true);
    void togglePalette();
  };
  // the shortcut also works while a field is focused
  useHotkeys([['mod+K', pressPalette]], []);
  const [hasHelp, help] = useDisclosure();
  const navigate = useNavigate();
  useHotkeys([
    ['g', () => awaitGoKey((to) => void navigate({ to }))],
    ['shift+?', help.toggle],
    ['?', help.toggle],
  ]);
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 232, breakpoint: 'md', collapsed: { mobile: !opened } }}
      classNames={{ header: classes.header, navbar: classes.navbar }}
      padding={0}
    >
      <a href="#content" className={classes.skip}>
        {t.nav.skip}
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" gap="sm" wrap="nowrap">
          <Burger opened={opened} onClick={toggle} hiddenFrom="md" size="sm" aria-label={t.nav.menu} />
          <Group gap={8} wrap="nowrap" visibleFrom="sm" w={{ base: 'auto', md: 200 }}>
            <img src={icon} alt="" width={26} height={26} />
            <Text fw={600} size="lg" lts={-0.3}>
              Pimento
            </Text>
          </Group>
          <ClientSwitcher />
          <UnstyledButton className={classes.search} onClick={pressPalette}>
            <IconSearch size={16} aria-hidden />
            <span>{t.palette.placeholder}</span>
            <Kbd size="xs">Ctrl K</Kbd>
          </UnstyledButton>
          {clientId !== '' && !isClosed && <NoticeBell />}
          <UserMenu />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" aria-label={t.nav.label}>
        <Navigation />
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1} className={classes.main}>
        {lostAccess !== undefined && (
          <Suspense>
            <LostAccessAlert access={lostAccess} />
          </Suspense>
        )}
        {clientId === '' || isClosed ? (
          <Suspense>{isClosed ? <SecondFactorPage /> : <NoClientPage />}</Suspense>
        ) : (
          <Outlet key={clientId} />
        )}
      </AppShell.Main>
      {hasHelp && (
        <Suspense>
          <ShortcutHelp onClose={help.close} />
        </Suspense>
      )}
      {hasPalette && (
        <Suspense>
          <CommandPalette />
        </Suspense>
      )}
    </AppShell>
  );
}
