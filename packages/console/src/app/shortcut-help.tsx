import { Group, Kbd, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { Dialog } from '../ui/dialog.tsx';
import { useShortcutTexts } from './shortcut-texts.ts';

/** Screen area → key combinations, each with the name of its action. The keys of a combination are pressed together. */
const shortcuts = {
  everywhere: [
    ['search', ['Ctrl', 'K']],
    ['help', ['?']],
    ['close', ['Esc']],
  ],
  list: [
    ['next', ['J']],
    ['previous', ['K']],
    ['select', ['X']],
    ['selectRange', ['Shift', 'Click']],
    ['preview', ['Space']],
    ['open', ['Enter']],
    ['find', ['/']],
  ],
  product: [
    ['next', ['J']],
    ['previous', ['K']],
  ],
  editing: [
    ['save', ['Enter']],
    ['newLine', ['Shift', 'Enter']],
    ['saveLines', ['Ctrl', 'Enter']],
    ['cancel', ['Esc']],
  ],
} as const;

export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const texts = useShortcutTexts();
  return (
    <Dialog title={texts.title} onClose={onClose} size="lg">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xl">
        {(['everywhere', 'list', 'product', 'editing'] as const).map((place) => (
          <section key={place} aria-label={texts.places[place]}>
            <Title order={3} size="h6" mb="xs">
              {texts.places[place]}
            </Title>
            <Stack gap={6}>
              {shortcuts[place].map(([action, keys]) => (
                <Group key={action} justify="space-between" wrap="nowrap">
                  <Text size="sm">{texts.actions[action]}</Text>
                  <Group gap={4} wrap="nowrap">
                    {keys.map((key) => (
                      <Kbd key={key} size="sm">
                        {key === 'Click' ? texts.click : key}
                      </Kbd>
                    ))}
                  </Group>
                </Group>
              ))}
            </Stack>
          </section>
        ))}
      </SimpleGrid>
    </Dialog>
  );
}
