import { Anchor, Button, Chip, Group, Paper, Stack, Table, Text } from '@mantine/core';
import { listSubmissionProducts, productResults, type SubmissionDetail } from '@pimento/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Reasons } from '../channels/reasons.tsx';
import { StateBadge } from '../channels/state-badge.tsx';
import { useFormats, useMessages } from '../i18n/language.tsx';
import frame from '../imports/imports.module.css';
import { useWork } from '../session/session.tsx';
import { callKey } from '../session/use-call.ts';
import { ListSkeleton } from '../ui/page.tsx';
import { ProblemAlert } from '../ui/problem-alert.tsx';

type Result = (typeof productResults)[number];

/** What became of each product, all or those with one result. */
export function SubmissionResults({ submission }: { submission: SubmissionDetail }) {
  const t = useMessages();
  const formats = useFormats();
  const { api, clientId } = useWork();
  const { submissionId, results, productCount } = submission;
  const [result, setResult] = useState<Result>();
  const pages = useInfiniteQuery({
    // the head is read again and again; where its counts have changed, so has the list
    queryKey: callKey(clientId, listSubmissionProducts, submissionId, result, results),
    queryFn: ({ pageParam, signal }) =>
      api.call(listSubmissionProducts, {
        params: { submissionId },
        query: {
          limit: 100,
          ...(result === undefined ? {} : { result: [result] }),
          ...(pageParam === null ? {} : { startingAfter: pageParam }),
        },
        signal,
      }),
    initialPageParam: null as string | null, // the first page begins with the first
    getNextPageParam: (page) => page.next,
    placeholderData: (before) => before,
  });
  const products = pages.data?.pages.flatMap((page) => page.products) ?? [];
  return (
    <Stack gap="sm">
      <Chip.Group value={result ?? ''} onChange={(value) => setResult(productResults.find((one) => one === value))}>
        <Group gap="xs">
          <Chip value="" size="xs" variant="light">
            {t.submissions.allResults} · {formats.number(productCount)}
          </Chip>
          {productResults
            .filter((one) => (results[one] ?? 0) > 0 || one === result)
            .map((one) => (
              <Chip key={one} value={one} size="xs" variant="light">
                {t.states[one]} · {formats.number(results[one] ?? 0)}
              </Chip>
            ))}
        </Group>
      </Chip.Group>
      {pages.isPending && <ListSkeleton rows={5} />}
      {pages.isError && <ProblemAlert error={pages.error} retry={pages.refetch} />}
      {pages.isSuccess && products.length === 0 && (
        <Text size="sm" c="dimmed">
          {t.submissions.noResults}
        </Text>
      )}
      {products.length > 0 && (
        <Paper withBorder className={frame.frame} tabIndex={0} role="group" aria-label={t.submissions.results}>
          <Table verticalSpacing="sm" miw={560}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t.submissions.product}</Table.Th>
                <Table.Th>{t.submissions.result}</Table.Th>
                <Table.Th>{t.submissions.reasons}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {products.map((product) => (
                <Table.Tr key={product.productId}>
                  <Table.Td>
                    <Anchor
                      component={Link}
                      to={`/products/${encodeURIComponent(product.productId)}`}
                      size="sm"
                      fw={550}
                      style={{ overflowWrap: 'anywhere' }}
                    >
                      {product.name ?? product.productId}
                    </Anchor>
                    {product.name !== null && (
                      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                        {product.productId}
                      </Text>
                    )}
                  </Table.Td>
                  <Table.Td>
                    <StateBadge state={product.result} />
                  </Table.Td>
                  <Table.Td>
                    <Reasons judgement={product} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Paper>
      )}
      {pages.hasNextPage && (
        <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {t.common.showMore}
        </Button>
      )}
    </Stack>
  );
}
