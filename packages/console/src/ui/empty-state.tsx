import { Center, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** Explains why a list is empty, and offers the next step. */
export function EmptyState(props: { icon: TablerIcon; title: string; text: string; children?: ReactNode }) {
  const Icon = props.icon;
  return (
    <Center py={56} px="md">
      <Stack align="center" gap="sm" maw={640} w="100%">
        <ThemeIcon size={56} radius="xl" variant="light" color="gray">
          <Icon size={28} stroke={1.6} aria-hidden />
        </ThemeIcon>
        <Title order={2} size="h4" ta="center">
          {props.title}
        </Title>
        <Text c="dimmed" ta="center" size="sm">
          {props.text}
        </Text>
        {props.children}
      </Stack>
    </Center>
  );
}
