import { Button, type ButtonProps } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import type { ComponentPropsWithRef } from 'react';
import { useMessages } from '../../i18n/language.tsx';

export function FilterButton(props: ButtonProps & ComponentPropsWithRef<'button'>) {
  const t = useMessages();
  return (
    <Button aria-haspopup="dialog" {...props} variant="default" leftSection={<IconFilter size={16} aria-hidden />}>
      {t.products.filter}
    </Button>
  );
}
