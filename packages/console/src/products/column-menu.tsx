import { Button, type ButtonProps } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { type ComponentPropsWithRef, lazy } from 'react';
import { useMessages } from '../i18n/language.tsx';
import type { Structure } from '../session/use-structure.ts';
import { OnDemand } from '../ui/on-demand.tsx';

export interface ColumnChoice {
  structure: Structure;
  shown: string[];
  pinned: string[];
  onShown: (keys: string[] | undefined) => void;
  onPinned: (keys: string[]) => void;
}

const ColumnPopover = lazy(async () => ({ default: (await import('./column-popover.tsx')).ColumnPopover }));

export function ColumnMenu(choice: ColumnChoice) {
  return <OnDemand button={(open) => <ColumnsButton onClick={open} />} opened={<ColumnPopover {...choice} />} />;
}

export function ColumnsButton(props: ButtonProps & ComponentPropsWithRef<'button'>) {
  const t = useMessages();
  return (
    <Button aria-haspopup="dialog" {...props} variant="default" leftSection={<IconColumns3 size={16} aria-hidden />}>
      {t.products.columns}
    </Button>
  );
}
