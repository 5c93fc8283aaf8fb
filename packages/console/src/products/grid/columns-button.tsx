import { Button, type ButtonProps } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import type { ComponentPropsWithRef } from 'react';
import { useMessages } from '../../i18n/language.tsx';

export function ColumnsButton(props: ButtonProps & ComponentPropsWithRef<'button'>) {
  const t = useMessages();
  return (
    <Button aria-haspopup="dialog" {...props} variant="default" leftSection={<IconColumns3 size={16} aria-hidden />}>
      {t.products.columns}
    </Button>
  );
}
