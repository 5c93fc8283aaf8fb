import { Badge, Box, Button, Group, Paper, SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { AccountBadge, StateBadge } from '../connections/state-badge.tsx';
import { CountBadge } from '../ui/counts/count-badge.tsx';
import { CountBar, type CountSegment } from '../ui/counts/count-bar.tsx';
import type { CountTone } from '../ui/counts/count-tone.ts';
import { DesignSection } from './design-section.tsx';

const tones: Record<CountTone, string> = {
  good: 'Ready or accepted',
  chosen: 'Chosen to be submitted',
  away: 'With the channel',
  lacking: 'Needs work',
  bad: 'Failed or rejected',
  neutral: 'Says nothing',
};

const meanings: { name: string; text: string; sample: ReactNode }[] = [
  {
    name: 'Olive',
    text: 'the brand, the main action, the active row and the selection',
    sample: <Button size="compact-sm">Import</Button>,
  },
  { name: 'Green', text: 'success, and nothing else', sample: <AccountBadge state="Connected" /> },
  {
    name: 'Blue',
    text: 'in progress, or chosen for the next submission',
    sample: <AccountBadge state="Authenticating" />,
  },
  { name: 'Violet', text: 'with the channel: submitted, no answer yet', sample: <StateBadge state="Submitted" /> },
  { name: 'Orange', text: 'needs work: returned, incomplete, ends soon', sample: <StateBadge state="Returned" /> },
  { name: 'Red', text: 'failed, rejected, or a deletion', sample: <StateBadge state="Rejected" /> },
  { name: 'Grey', text: 'types, categories, counts and everything without a state', sample: <Badge>Composite</Badge> },
];

const segments: CountSegment[] = Object.entries(tones).map(([tone, label], index) => ({
  id: tone,
  label,
  count: 12 - index * 2,
  tone: tone as CountTone, // Object.entries returns the keys of `tones` as string
  link: (props) => <a href="#color" {...props} aria-label={label} />,
}));

export function ColorSection() {
  return (
    <DesignSection
      id="color"
      rule="Each color has one meaning, on all screens, in light and dark. Colors never stand alone: a word says the same."
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs">
        {meanings.map(({ name, text, sample }) => (
          <Paper key={name} withBorder p="sm">
            <Group wrap="nowrap" justify="space-between">
              <Text size="sm">
                <b>{name}</b>: {text}
              </Text>
              <Box flex="none">{sample}</Box>
            </Group>
          </Paper>
        ))}
      </SimpleGrid>
      <CountBar name="Tones of counts" segments={segments} />
      <Group gap="xs">
        {segments.map(({ id, label, tone }) => (
          <CountBadge key={id} label={label} tone={tone} />
        ))}
      </Group>
    </DesignSection>
  );
}
