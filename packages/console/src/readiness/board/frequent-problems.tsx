import { Anchor, Group, Stack, Table, Text, Title, UnstyledButton } from '@mantine/core';
import { getMapping, type Readiness } from '@pimento/contract/wire';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import { useCall } from '../../session/use-call.ts';
import { TableFrame } from '../../ui/tables/table-frame.tsx';
import type { ReadinessFilter } from '../readiness-types.ts';
import { useReadinessTexts } from '../texts/readiness-texts.ts';
import { fixOf } from './problem-fix.ts';

/** Number of problems that are shown at first. */
const shownProblems = 8;

type Problem = Readiness['problems'][number];

/**
 * The most frequent problems of a channel. Each problem links to its products and, if the mapping can fix it, to that part of the mapping.
 */
export function FrequentProblems(props: {
  channelId: string;
  mappingVersion: number;
  problems: Readiness['problems'];
  nameOf: (target: string) => string;
  onOpen: (filter: ReadinessFilter) => void;
}) {
  const { channelId, mappingVersion, problems, nameOf, onOpen } = props;
  const t = useReadinessTexts();
  const messages = useMessages();
  const [showsAll, setShowsAll] = useState(false);
  const query = { version: mappingVersion };
  const mapping = useCall(getMapping, { params: { channelId }, query }, { staleMs: Infinity });
  const shown = showsAll ? problems : problems.slice(0, shownProblems);
  return (
    <Stack gap="xs" component="section" aria-label={t.problems}>
      <Title order={2} size="h5">
        {t.problems}
      </Title>
      {problems.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t.noProblems}
        </Text>
      ) : (
        <TableFrame
          label={t.problems}
          minWidth={640}
          headings={[
            { label: t.target, width: '28%' },
            { label: t.problem },
            { label: t.count, width: 100, align: 'right' },
          ]}
          actions={330}
        >
          {shown.map((problem) => (
            <ProblemRow
              key={`${problem.target ?? ''} ${problem.code} ${problem.level}`}
              channelId={channelId}
              problem={problem}
              name={problem.target === null ? t.wholeProduct : nameOf(problem.target)}
              fix={fixOf(problem, mapping.data?.mapping)}
              onOpen={onOpen}
            />
          ))}
        </TableFrame>
      )}
      {shown.length < problems.length && (
        <UnstyledButton fz="sm" td="underline" w="fit-content" onClick={() => setShowsAll(true)}>
          {messages.common.showMore}
        </UnstyledButton>
      )}
    </Stack>
  );
}

function ProblemRow(props: {
  channelId: string;
  problem: Problem;
  name: string;
  fix: ReturnType<typeof fixOf>;
  onOpen: (filter: ReadinessFilter) => void;
}) {
  const { channelId, problem, name, fix, onOpen } = props;
  const { target, code, level, products } = problem;
  const t = useReadinessTexts();
  const formats = useFormats();
  const text = t.codes[code] ?? code;
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>{name}</Table.Td>
      <Table.Td>
        {text}
        {level === 'warning' && (
          <Text size="xs" c="dimmed">
            {t.warning}
          </Text>
        )}
      </Table.Td>
      <Table.Td ta="right" className="number">
        {formats.number(products)}
      </Table.Td>
      <Table.Td>
        <Group gap="md" justify="flex-end" style={{ whiteSpace: 'nowrap' }}>
          {fix && (
            <Anchor
              size="sm"
              underline="always"
              aria-label={`${t.fixShort[fix.view ?? 'targets']}: ${name}: ${text}`}
              renderRoot={(root) => (
                <Link {...root} to="/channels/$channelId" params={{ channelId }} search={{ tab: 'mapping', ...fix }} />
              )}
            >
              {t.fixShort[fix.view ?? 'targets']}
            </Anchor>
          )}
          <UnstyledButton
            fz="sm"
            td="underline"
            aria-label={t.show(name, text)}
            onClick={() => onOpen({ code, ...(target === null ? {} : { target }) })}
          >
            {t.showShort}
          </UnstyledButton>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
