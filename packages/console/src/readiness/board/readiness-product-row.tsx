import { visibleText } from '@pimento/contract/text';
import { Anchor, Stack, Table, Text } from '@mantine/core';
import type { ReadinessRow } from '@pimento/contract';
import { Link } from '@tanstack/react-router';
import { useFormats } from '../../i18n/language.tsx';
import { OutcomeBadge } from '../outcome/outcome-badge.tsx';
import { problemKey, ReadinessProblemText } from '../outcome/problem-text.tsx';
import { productOnChannel } from '../outcome/product-on-channel.ts';
import { useReadinessTexts } from '../texts/readiness-texts.ts';

/** One product on a channel: its outcome, how many of its required values are filled, and its first problems. */
export function ReadinessProductRow({ product, channelId }: { product: ReadinessRow; channelId: string }) {
  const t = useReadinessTexts();
  const formats = useFormats();
  const { productId, name, outcome, required, filled, problems, problemCount } = product;
  return (
    <Table.Tr>
      <Table.Td>
        <Anchor
          component={Link}
          to={productOnChannel(productId, channelId)}
          size="sm"
          fw={500}
          style={{ overflowWrap: 'anywhere' }}
        >
          {name ?? visibleText(productId)}
        </Anchor>
        {name !== null && (
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {visibleText(productId)}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <OutcomeBadge outcome={outcome} />
      </Table.Td>
      <Table.Td ta="right" className="number">
        {outcome === 'checking' ? '–' : t.filledOf(formats.number(filled), formats.number(required))}
      </Table.Td>
      <Table.Td>
        <Stack gap={4}>
          {problems.map((problem) => (
            <ReadinessProblemText key={problemKey(problem)} problem={problem} />
          ))}
        </Stack>
        {problemCount > problems.length && (
          <Text size="xs" c="dimmed">
            {t.moreProblems(formats.number(problemCount - problems.length))}
          </Text>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
