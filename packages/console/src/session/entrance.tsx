import { Center, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import icon from '../ui/icon.svg';

/** The frame of a page without navigation, such as the sign-in page: title, subtitle and content. */
export function Entrance({ title, subtitle, children }: { title: string; subtitle?: string; children: ReactNode }) {
  useEffect(() => {
    document.title = title === 'Pimento' ? title : `${title} · Pimento`;
  }, [title]);
  return (
    <Center component="main" mih="100dvh" p="md">
      <Paper withBorder shadow="sm" radius="lg" p={32} w="100%" maw={440}>
        <Stack gap="md">
          <Group gap="sm" wrap="nowrap">
            <img src={icon} alt="" width={36} height={36} />
            <div>
              <Title order={1} size="h3">
                {title}
              </Title>
              {subtitle !== undefined && (
                <Text size="sm" c="dimmed">
                  {subtitle}
                </Text>
              )}
            </div>
          </Group>
          {children}
        </Stack>
      </Paper>
    </Center>
  );
}
