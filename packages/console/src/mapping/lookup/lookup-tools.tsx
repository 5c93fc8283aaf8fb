import { Button, Group } from '@mantine/core';
import { IconClipboardText, IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface Tool {
  label: string;
  onOpen: () => void;
}

/**
 * The bar above the rows of a value map or a lookup table. It has a button that adds a row, a button that adds pasted rows, and `children`.
 */
export function LookupTools({ add, paste, children }: { add: Tool; paste: Tool; children?: ReactNode }) {
  return (
    <Group gap="sm">
      <Button variant="default" size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={add.onOpen}>
        {add.label}
      </Button>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconClipboardText size={14} aria-hidden />}
        onClick={paste.onOpen}
      >
        {paste.label}
      </Button>
      {children}
    </Group>
  );
}
