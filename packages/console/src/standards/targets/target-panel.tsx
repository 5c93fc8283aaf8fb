import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useFormats } from '../../i18n/language.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { TableFrame } from '../../ui/tables/table-frame.tsx';
import { useStandardTexts } from '../texts/standard-texts.ts';
import { TargetRow } from './target-row.tsx';
import { targetLines } from './target-tree.ts';
import { useTargets } from './use-targets.ts';

/** Number of rows that are shown at first, and that each "Show more" adds. Thousands of rows would make the page slow. */
const rowStep = 200;

/** The attributes of a data standard as a tree, with search. */
export function TargetPanel({ channelId, version }: { channelId: string; version: number }) {
  const t = useStandardTexts();
  const formats = useFormats();
  const targets = useTargets(channelId, version);
  const [text, setText] = useState<string>();
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [shown, setShown] = useState(rowStep);
  if (targets.isPending) return <Skeleton height={240} />;
  if (targets.isError) return <ProblemAlert error={targets.error} retry={targets.refetch} />;
  const lines = targetLines(targets.data, text ?? '', open);
  const toggle = (path: string) =>
    setOpen((before) =>
      before.has(path) ? new Set([...before].filter((one) => one !== path)) : new Set(before).add(path),
    );
  return (
    <Stack>
      <SearchField
        label={t.search.attributes}
        placeholder={t.search.attributes}
        value={text}
        onChange={(next) => {
          setText(next);
          setShown(rowStep);
        }}
      />
      {lines.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t.nothing}
        </Text>
      ) : (
        <TableFrame
          label={t.parts.attributes}
          minWidth={760}
          headings={[
            { label: t.attribute, width: '36%' },
            { label: t.type, width: '16%' },
            { label: t.requirement, width: '18%' },
            { label: t.limits },
          ]}
        >
          {lines.slice(0, shown).map((line) => {
            const { path } = line.node.target;
            // During a search, all levels are open and cannot be closed.
            return <TargetRow key={path} line={line} onToggle={text === undefined ? () => toggle(path) : undefined} />;
          })}
        </TableFrame>
      )}
      {lines.length > shown && (
        <Button variant="default" onClick={() => setShown(shown + rowStep)}>
          {t.showMore(formats.number(Math.min(rowStep, lines.length - shown)))}
        </Button>
      )}
    </Stack>
  );
}
