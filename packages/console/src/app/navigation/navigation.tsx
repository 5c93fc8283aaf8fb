import { NavLink, Stack } from '@mantine/core';
import { IconBook2 } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { useMessages } from '../../i18n/language.tsx';
import { useDestinations } from './destinations.ts';
import classes from './navigation.module.css';

/** The links to the main screens and to the API reference. */
export function Navigation() {
  const t = useMessages();
  const { pathname } = useLocation();
  const destinations = useDestinations();
  const groups = [...new Set(destinations.map(({ group }) => group))];
  return (
    <Stack gap={2} h="100%">
      {groups.map((group) => (
        <Stack
          key={group ?? ''}
          gap={2}
          role={group === undefined ? undefined : 'group'}
          aria-label={group === undefined ? undefined : t.nav.groups[group]}
        >
          {group !== undefined && (
            <div className={classes.group} aria-hidden>
              {t.nav.groups[group]}
            </div>
          )}
          {destinations
            .filter((destination) => destination.group === group)
            .map(({ to, label, icon: Icon }) => {
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
        </Stack>
      ))}
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
