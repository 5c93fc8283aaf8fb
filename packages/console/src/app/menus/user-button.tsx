import { Avatar, UnstyledButton, type UnstyledButtonProps } from '@mantine/core';
import type { ComponentPropsWithRef } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { useWork } from '../../session/session.tsx';

export function UserButton(props: UnstyledButtonProps & ComponentPropsWithRef<'button'>) {
  const t = useMessages();
  const { session } = useWork();
  return (
    <UnstyledButton aria-haspopup="menu" {...props} style={{ borderRadius: '50%' }}>
      <Avatar name={session.name} color="olive" variant="filled" radius="xl" size={34} />
      <span className="sr-only">{t.user.menu}</span>
    </UnstyledButton>
  );
}
