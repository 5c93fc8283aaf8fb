import { Code, Paper, Stack, Text } from '@mantine/core';
import { DesignSection } from './design-section.tsx';

export function EdgeSection() {
  return (
    <DesignSection
      id="edge"
      rule="Every screen is a Page: the same left edge, the same padding, the title on the first line and its actions beside it. Text and forms end at 1,160 px; lists that need the width take all of it and keep the left edge."
    >
      <Stack gap="xs">
        {[
          { name: 'Page', text: 'texts, forms, short tables', width: '80%' },
          { name: 'Page wide', text: 'lists with many columns', width: '100%' },
          { name: 'Page fill', text: 'one list that scrolls in the window: products, mapping', width: '100%' },
        ].map(({ name, text, width }) => (
          <Paper key={name} withBorder p="xs" w={width}>
            <Text size="sm">
              <Code>{`<${name}>`}</Code> {text}
            </Text>
          </Paper>
        ))}
      </Stack>
    </DesignSection>
  );
}
