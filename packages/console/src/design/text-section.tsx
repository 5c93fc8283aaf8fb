import { Anchor, Paper, Stack, Text, Title } from '@mantine/core';
import { DesignSection } from './design-section.tsx';

export function TextSection() {
  return (
    <DesignSection
      id="text"
      rule="600 for titles and the main action, 500 for links, navigation and badges, 400 for everything else. Links have the color of the text and a fine line; in tables the line appears under the pointer."
    >
      <Paper withBorder p="md">
        <Stack gap="xs">
          <Title order={1} size="h2">
            Title of a screen
          </Title>
          <Title order={2} size="h4">
            Title of a section
          </Title>
          <Text>Text of 16 px, for reading</Text>
          <Text size="sm">
            Text of 14 px, for forms and tables, with <Anchor href="#text">a link</Anchor>
          </Text>
          <Text size="sm" fw={500}>
            Name of a thing in a list
          </Text>
          <Text size="sm" c="dimmed">
            Facts beside it
          </Text>
          <Text size="xs" c="dimmed">
            The smallest text: 12 px
          </Text>
        </Stack>
      </Paper>
    </DesignSection>
  );
}
