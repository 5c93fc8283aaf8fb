import { visibleText } from '@pimento/contract/text';
import { Anchor, Stack, Table, Text } from '@mantine/core';
import { listSubmissionProducts, productResults, type SubmissionDetail } from '@pimento/contract/wire';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Reasons } from '../connections/reasons.tsx';
import { StateBadge } from '../connections/state-badge.tsx';
import { useFormats, useMessages } from '../i18n/language.tsx';
import { WayBack } from '../readiness/way-back-loader.tsx';
import { useWork } from '../session/session.tsx';
import { callKey } from '../session/use-call.ts';
import { usePages } from '../session/use-pages.ts';
import { ChipChoice } from '../ui/chip-choice.tsx';
import { PageList } from '../ui/page-list.tsx';
import { TableFrame } from '../ui/tables/table-frame.tsx';

type Result = (typeof productResults)[number];

/** The products of a submission with their results, optionally filtered by result. */
export function SubmissionResults({ submission }: { submission: SubmissionDetail }) {
  const t = useMessages();
  const formats = useFormats();
  const { clientId } = useWork();
  const { submissionId, channelId, results, productCount } = submission;
  const [result, setResult] = useState<Result>();
  const pages = usePages(
    // Only the counts are polled. The list is fetched again when the counts change.
    callKey(clientId, listSubmissionProducts, submissionId, result, results),
    (api, start, signal) =>
      api.call(listSubmissionProducts, {
        params: { submissionId },
        query: { limit: 100, ...start, ...(result === undefined ? {} : { result: [result] }) },
        signal,
      }),
  );
  const products = pages.data?.pages.flatMap((page) => page.products) ?? [];
  return (
    <Stack gap="sm">
      <ChipChoice
        value={result}
        all={`${t.submissions.allResults} · ${formats.number(productCount)}`}
        choices={productResults
          .filter((one) => (results[one] ?? 0) > 0 || one === result)
          .map((one) => ({ value: one, label: `${t.states[one]} · ${formats.number(results[one] ?? 0)}` }))}
        onChange={setResult}
      />
      <PageList pages={pages} isEmpty={products.length === 0} emptyText={t.submissions.noResults}>
        <TableFrame
          label={t.submissions.results}
          headings={[
            { label: t.submissions.product },
            { label: t.submissions.result },
            { label: t.submissions.reasons },
          ]}
          minWidth={560}
        >
          {products.map((product) => (
            <Table.Tr key={product.productId}>
              <Table.Td>
                <Anchor
                  component={Link}
                  to={`/products/${encodeURIComponent(product.productId)}`}
                  size="sm"
                  fw={500}
                  style={{ overflowWrap: 'anywhere' }}
                >
                  {product.name ?? visibleText(product.productId)}
                </Anchor>
                {product.name !== null && (
                  <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                    {visibleText(product.productId)}
                  </Text>
                )}
              </Table.Td>
              <Table.Td>
                <StateBadge state={product.result} />
              </Table.Td>
              <Table.Td>
                <Reasons
                  judgement={product}
                  productId={product.productId}
                  wayBack={(attributeId) => (
                    <WayBack channelId={channelId} productId={product.productId} attributeId={attributeId} />
                  )}
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </TableFrame>
      </PageList>
    </Stack>
  );
}
