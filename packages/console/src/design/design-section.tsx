import { Box, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { type SectionId, sections } from './design-texts.ts';

/** A part of the design system: its rule in words, followed by samples. */
export function DesignSection({ id, rule, children }: { id: SectionId; rule: string; children: ReactNode }) {
  return (
    <Box component="section" id={id} aria-labelledby={`${id}-title`}>
      <Title order={2} size="h4" id={`${id}-title`}>
        {sections[id]}
      </Title>
      <Text size="sm" c="dimmed" maw={720} mb="md">
        {rule}
      </Text>
      <Stack>{children}</Stack>
    </Box>
  );
}
