import { Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ListSkeleton } from './page.tsx';
import { ProblemAlert } from './problem-alert.tsx';

/** The frame of an editable list: description, add button, and a placeholder or an error. The children render the items. */
export function ListPanel(props: {
  text: string;
  add: { label: string; onClick: () => void };
  query: { isPending: boolean; error: unknown; refetch: () => unknown };
  children: ReactNode;
}) {
  const { text, add, query, children } = props;
  return (
    <Stack>
      <Group justify="space-between" align="flex-start">
        <Text size="sm" c="dimmed" maw={560} style={{ flex: '1 1 280px' }}>
          {text}
        </Text>
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={add.onClick}>
          {add.label}
        </Button>
      </Group>
      {query.isPending && <ListSkeleton rows={4} />}
      {query.error !== null && <ProblemAlert error={query.error} retry={query.refetch} />}
      {children}
    </Stack>
  );
}
