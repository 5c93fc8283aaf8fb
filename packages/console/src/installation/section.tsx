import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** A heading with an explanation above a table. */
export function Section({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {title}
      </Title>
      {text !== undefined && (
        <Text size="sm" c="dimmed">
          {text}
        </Text>
      )}
      {children}
    </Stack>
  );
}
