import { NavLink, Stack } from '@mantine/core';
import {
  IconBook2,
  IconBroadcast,
  IconFileImport,
  IconHome,
  IconPackages,
  IconPhoto,
  IconPlugConnected,
  IconSend,
  IconSettings,
  IconTags,
  type TablerIcon,
} from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { useMessages } from '../i18n/language.tsx';
import { useWork } from '../session/session.tsx';
import classes from './shell.module.css';

/** Where a person can go; also what the command palette offers. */
export function useDestinations() {
  const t = useMessages();
  const { session } = useWork();
  return [
    { to: '/', label: t.nav.home, icon: IconHome },
    { to: '/products', label: t.nav.products, icon: IconPackages },
    { to: '/imports', label: t.nav.imports, icon: IconFileImport },
    { to: '/attributes', label: t.nav.attributes, icon: IconTags },
    { to: '/assets', label: t.assets.title, icon: IconPhoto },
    { to: '/channels', label: t.channels.title, icon: IconBroadcast },
    { to: '/submissions', label: t.submissions.title, icon: IconSend },
    ...(session.isOperator ? [{ to: '/gateway', label: t.gateway.title, icon: IconPlugConnected } as const] : []),
    { to: '/settings', label: t.nav.settings, icon: IconSettings },
  ] as const satisfies { to: string; label: string; icon: TablerIcon }[];
}

export function Navigation() {
  const t = useMessages();
  const { pathname } = useLocation();
  return (
    <Stack gap={2} h="100%">
      {useDestinations().map(({ to, label, icon: Icon }) => {
        const active = to === '/' ? pathname === '/' : pathname.startsWith(to);
        return (
          <NavLink
            key={to}
            component={Link}
            to={to}
            label={label}
            leftSection={<Icon size={18} stroke={1.7} aria-hidden />}
            active={active}
            aria-current={active ? 'page' : undefined}
            className={classes.link}
          />
        );
      })}
      <NavLink
        mt="auto"
        component="a"
        href="/docs"
        label={t.nav.reference}
        leftSection={<IconBook2 size={18} stroke={1.7} aria-hidden />}
        className={classes.link}
      />
    </Stack>
  );
}
