import { Group, Kbd, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from '../ui/dialog.tsx';
import { goKeys } from './go-keys.ts';
import { useDestinations } from './navigation/destinations.ts';
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
    ['chooseCell', ['→']],
    ['editCell', ['F2']],
    ['nextCell', ['Tab']],
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
    ['undo', ['Ctrl', 'Z']],
  ],
} as const;

export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const texts = useShortcutTexts();
  return (
    <Dialog title={texts.title} onClose={onClose} size="lg">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xl">
        {(['everywhere', 'list', 'product', 'editing'] as const).map((place) => (
          <ShortcutSection key={place} title={texts.places[place]}>
            {shortcuts[place].map(([action, keys]) => (
              <Shortcut
                key={action}
                name={texts.actions[action]}
                keys={keys.map((key) => (key === 'Click' ? texts.click : key))}
              />
            ))}
          </ShortcutSection>
        ))}
        <GoKeys />
      </SimpleGrid>
    </Dialog>
  );
}

/** The keys that open screens: `g` and then a letter. */
function GoKeys() {
  const texts = useShortcutTexts();
  const destinations = useDestinations();
  return (
    <ShortcutSection title={texts.places.go}>
      {Object.entries(goKeys).map(([key, screen]) => {
        const found = destinations.find(({ to }) => to === screen);
        return found && <Shortcut key={key} name={found.label} keys={['G', key.toUpperCase()]} />;
      })}
    </ShortcutSection>
  );
}

function ShortcutSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <Title order={3} size="h6" mb="xs">
        {title}
      </Title>
      <Stack gap={6}>{children}</Stack>
    </section>
  );
}

function Shortcut({ name, keys }: { name: string; keys: readonly string[] }) {
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm">{name}</Text>
      <Group gap={4} wrap="nowrap">
        {keys.map((key) => (
          <Kbd key={key} size="sm">
            {key}
          </Kbd>
        ))}
      </Group>
    </Group>
  );
}
