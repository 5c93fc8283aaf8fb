import { NavLink, Stack } from '@mantine/core';
import { IconBook2 } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { Fragment } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { useDestinations } from './destinations.ts';
import classes from './navigation.module.css';

/** The links to the main screens and to the API reference. */
export function Navigation() {
  const t = useMessages();
  const { pathname } = useLocation();
  const destinations = useDestinations();
  return (
    <Stack gap={2} h="100%">
      {destinations.map(({ to, group, label, icon: Icon }, index) => {
        const active = to === '/' ? pathname === '/' : pathname.startsWith(to);
        return (
          <Fragment key={to}>
            {group !== undefined && group !== destinations[index - 1]?.group && (
              <div className={classes.group}>{t.nav.groups[group]}</div>
            )}
            <NavLink
              component={Link}
              to={to}
              label={label}
              leftSection={<Icon size={18} stroke={1.7} aria-hidden />}
              active={active}
              aria-current={active ? 'page' : undefined}
              className={classes.link}
            />
          </Fragment>
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
