import { ActionIcon } from '@mantine/core';
import { countUnreadNotices } from '@pimento/contract/wire';
import { IconBell } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMessages } from '../../i18n/language.tsx';
import { useCall } from '../../session/use-call.ts';
import classes from './notice-bell.module.css';

const refetchMs = 60_000;
/** Larger numbers are shown as "99+". The server counts up to 100. */
const maxShown = 99;

/** A link to the notices, with the number of unread notices. */
export function NoticeBell() {
  const t = useMessages();
  const { data } = useCall(countUnreadNotices, {}, { refetchMs });
  const unread = data?.unread ?? 0;
  const shown = unread > maxShown ? `${maxShown}+` : String(unread);
  return (
    <ActionIcon
      component={Link}
      to="/notices"
      variant="subtle"
      color="gray"
      size={34}
      aria-label={t.nav.notices(shown)}
    >
      <IconBell size={19} aria-hidden />
      {unread > 0 && (
        <span className={classes.unread} aria-hidden>
          {shown}
        </span>
      )}
    </ActionIcon>
  );
}
