import { Anchor, Badge, Group, Text } from '@mantine/core';
import type { HistoryEntry } from '@pimento/contract/wire';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import { useHistoryTexts } from './history-texts.ts';

interface HeadProps {
  entry: Pick<HistoryEntry, 'kind' | 'actor' | 'at' | 'jobRef' | 'origin'>;
  /** What happened, such as "Changed". */
  label: string;
  children?: ReactNode;
}

const colors = { deleted: 'red', created: 'green', updated: 'gray' } as const satisfies Record<
  HistoryEntry['kind'],
  string
>;

/** The head of a history entry: what happened, who did it, when, its source, and the import that did it. */
export function EntryHead({ entry, label, children }: HeadProps) {
  const { kind, actor, at, jobRef, origin } = entry;
  const t = useMessages();
  const texts = useHistoryTexts();
  const formats = useFormats();
  return (
    <Group gap="xs">
      <Badge color={colors[kind]}>{label}</Badge>
      <Text size="sm" fw={500}>
        {actor.name ?? actor.id}
      </Text>
      <Text size="sm" c="dimmed">
        {formats.moment(at)}
      </Text>
      {origin && (
        <Text size="sm" c="dimmed">
          {texts.sources[origin]}
        </Text>
      )}
      {jobRef !== null && (
        <Anchor component={Link} to={`/imports/${jobRef}`} size="sm">
          {t.product.importOf}
        </Anchor>
      )}
      {children}
    </Group>
  );
}
