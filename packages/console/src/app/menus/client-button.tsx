import { Button, type ButtonProps } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import type { ComponentPropsWithRef } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { useWork } from '../../session/session.tsx';

export function ClientButton(props: ButtonProps & ComponentPropsWithRef<'button'>) {
  const t = useMessages();
  const { clientName } = useWork();
  return (
    <Button
      aria-haspopup="menu"
      {...props}
      variant="default"
      size="sm"
      px="sm"
      // the same width for every name, so that the search field beside it does not move
      w={{ base: 'auto', sm: 200 }}
      maw={200}
      justify="space-between"
      rightSection={<IconSelector size={15} aria-hidden />}
      aria-label={`${t.nav.client}: ${clientName}`}
    >
      <span style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>{clientName}</span>
    </Button>
  );
}
