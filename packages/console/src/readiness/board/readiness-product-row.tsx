import { Stack, Table, Text } from '@mantine/core';
import type { ReadinessRow } from '@pimento/contract';
import { useFormats } from '../../i18n/language.tsx';
import { OutcomeBadge } from '../outcome/outcome-badge.tsx';
import { problemKey, ReadinessProblemText } from '../outcome/problem-text.tsx';
import { useReadinessTexts } from '../texts/readiness-texts.ts';
import { ProductLink } from '../outcome/product-link.tsx';

/** One product on a channel: its outcome, how many of its required values are filled, and its first problems. */
export function ReadinessProductRow({ product, channelId }: { product: ReadinessRow; channelId: string }) {
  const t = useReadinessTexts();
  const formats = useFormats();
  const { outcome, required, filled, problems, problemCount } = product;
  return (
    <Table.Tr>
      <Table.Td>
        <ProductLink product={product} channelId={channelId} />
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
