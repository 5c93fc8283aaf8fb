import { Anchor, Button, Chip, Code, Group, Paper, Stack, Table, Text, Title } from '@mantine/core';
import { type ImportReport, listImportErrors } from '@pimento/contract';
import { IconDownload } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormats, useMessages } from '../i18n/language.tsx';
import { useWork } from '../session/session.tsx';
import { callKey } from '../session/use-call.ts';
import { useChange } from '../session/use-change.ts';
import { ListSkeleton } from '../ui/page.tsx';
import { ProblemAlert } from '../ui/problem-alert.tsx';
import { downloadErrors } from './error-download.ts';
import { attributeOfPlace } from './error-place.ts';
import layout from '../ui/layout.module.css';
import { ProblemSaid } from './problem-said.tsx';

/** Rejected products: how many by which code, and each with its place in the file. */
export function ImportErrors({ report }: { report: ImportReport }) {
  const t = useMessages();
  const formats = useFormats();
  const { api, clientId } = useWork();
  const [code, setCode] = useState('');
  const errors = useInfiniteQuery({
    queryKey: callKey(clientId, listImportErrors, report.jobRef, code, report.rejected),
    queryFn: ({ pageParam, signal }) =>
      api.call(listImportErrors, {
        params: { jobRef: report.jobRef },
        query: {
          limit: 100,
          ...(code === '' ? {} : { code }),
          ...(pageParam === null ? {} : { startingAfter: pageParam }),
        },
        signal,
      }),
    initialPageParam: null as string | null, // the first page begins with the first
    getNextPageParam: (page) => page.next,
  });
  const download = useChange(
    (client, _input: void) => downloadErrors(client, report.jobRef),
    () => undefined,
  );
  const all = errors.data?.pages.flatMap((page) => page.errors) ?? [];
  return (
    <section aria-label={t.imports.errors}>
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2} size="h4">
            {t.imports.errors}
          </Title>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconDownload size={14} aria-hidden />}
            loading={download.isPending}
            onClick={() => download.mutate()}
          >
            {t.imports.downloadErrors}
          </Button>
        </Group>
        <Chip.Group value={code} onChange={setCode}>
          <Group gap="xs">
            <Chip value="" size="xs" variant="light">
              {t.imports.allCodes}
            </Chip>
            {Object.entries(report.errorCounts).map(([name, count]) => (
              <Chip key={name} value={name} size="xs" variant="light">
                {name} · {formats.number(count)}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
        {errors.isPending && <ListSkeleton rows={4} />}
        {errors.isError && <ProblemAlert error={errors.error} retry={errors.refetch} />}
        {all.length > 0 && (
          <Paper withBorder className={layout.frame} tabIndex={0} role="group" aria-label={t.imports.errors}>
            <Table verticalSpacing="xs" miw={640}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th miw={120}>{t.imports.product}</Table.Th>
                  <Table.Th>{t.imports.problem}</Table.Th>
                  <Table.Th w="34%">{t.imports.place}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {all.map((error, place) => (
                  <Table.Tr key={place}>
                    <Table.Td style={{ overflowWrap: 'anywhere' }}>
                      {error.productId === undefined ? (
                        '–'
                      ) : (
                        <Anchor component={Link} to={`/products/${encodeURIComponent(error.productId)}`} size="sm">
                          {error.productId}
                        </Anchor>
                      )}
                    </Table.Td>
                    <Table.Td>
                      <ProblemSaid problem={error} />
                      <Text size="xs" c="dimmed">
                        {error.code}
                      </Text>
                    </Table.Td>
                    <Table.Td>
                      <Place path={error.path} />
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Paper>
        )}
        {errors.hasNextPage && (
          <Button variant="default" loading={errors.isFetchingNextPage} onClick={() => void errors.fetchNextPage()}>
            {t.common.showMore}
          </Button>
        )}
      </Stack>
    </section>
  );
}

/** Where in the file something is wrong; leads to the attribute, which may have to be mended instead. */
function Place({ path }: { path: string }) {
  const attribute = attributeOfPlace(path);
  const code = <Code style={{ overflowWrap: 'anywhere' }}>{path}</Code>;
  if (attribute === undefined) return code;
  return (
    <Anchor component={Link} to="/attributes" hash={encodeURIComponent(attribute)} size="sm">
      {code}
    </Anchor>
  );
}
