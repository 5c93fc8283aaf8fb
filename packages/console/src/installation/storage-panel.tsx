import { Button, Group, SegmentedControl, Stack, Table, Text } from '@mantine/core';
import { type ClientStorage, listClientStorage } from '@pimento/contract/wire';
import { useEffect, useState } from 'react';
import { useFormats, useMessages } from '../i18n/language.tsx';
import { useWork } from '../session/session.tsx';
import { callKey } from '../session/use-call.ts';
import { usePages } from '../session/use-pages.ts';
import { ListSkeleton } from '../ui/page.tsx';
import { ProblemAlert } from '../ui/problem-alert.tsx';
import { TableFrame } from '../ui/tables/table-frame.tsx';
import { Section } from './section.tsx';
import { useInstallationTexts } from './use-installation-texts.ts';

type Sort = 'bytes' | 'products';

/** Polling interval in milliseconds. The server measures a few clients at the same interval. */
const refetchMs = 10_000;

/** What each client stores, page by page. The client with the most bytes or products comes first. */
export function StoragePanel() {
  const t = useMessages();
  const texts = useInstallationTexts();
  const { clientId } = useWork();
  const [sort, setSort] = useState<Sort>('bytes');
  const pages = usePages(callKey(clientId, listClientStorage, sort), (api, start, signal) =>
    api.call(listClientStorage, { query: { ...start, sort }, signal }),
  );
  const { refetch } = pages;
  // a refetch reads all loaded pages, so a list of several pages is not refreshed
  const isShort = (pages.data?.pages.length ?? 0) <= 1;
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden && isShort) void refetch({ cancelRefetch: false });
    }, refetchMs);
    return () => clearInterval(timer);
  }, [refetch, isShort]);
  const clients = pages.data?.pages.flatMap((page) => page.clients) ?? [];
  return (
    <Section title={texts.clients} text={texts.clientsText}>
      <Group>
        <SegmentedControl
          aria-label={texts.sort}
          value={sort}
          onChange={setSort}
          data={[
            { value: 'bytes', label: texts.sorts.bytes },
            { value: 'products', label: texts.sorts.products },
          ]}
        />
      </Group>
      {pages.isPending && <ListSkeleton rows={5} />}
      {pages.isError && <ProblemAlert error={pages.error} retry={pages.refetch} />}
      {pages.isSuccess && clients.length === 0 && <Text size="sm">{texts.noClients}</Text>}
      {clients.length > 0 && <StorageTable clients={clients} />}
      {pages.hasNextPage && (
        <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {t.common.showMore}
        </Button>
      )}
    </Section>
  );
}

function StorageTable({ clients }: { clients: readonly ClientStorage[] }) {
  const texts = useInstallationTexts();
  const formats = useFormats();
  const right = (label: string) => ({ label, align: 'right' }) as const;
  return (
    <TableFrame
      label={texts.clients}
      minWidth={820}
      headings={[
        { label: texts.client },
        right(texts.productCount),
        right(texts.productBytes),
        right(texts.files),
        right(texts.bodies),
        right(texts.total),
        right(texts.measured),
      ]}
    >
      {clients.map((client) => (
        <Table.Tr key={client.clientId}>
          <Table.Td>
            <Stack gap={0}>
              {client.name}
              <Text size="xs" ff="monospace" c="dimmed">
                {client.clientId}
              </Text>
            </Stack>
          </Table.Td>
          <Table.Td ta="right">{formats.number(client.products)}</Table.Td>
          <Table.Td ta="right">{formats.bytes(client.productBytes)}</Table.Td>
          <Table.Td ta="right">{texts.filesOf(formats.bytes(client.fileBytes), formats.number(client.files))}</Table.Td>
          <Table.Td ta="right">{formats.bytes(client.bodyBytes)}</Table.Td>
          <Table.Td ta="right">{formats.bytes(client.totalBytes)}</Table.Td>
          <Table.Td ta="right">{formats.ago(client.measured)}</Table.Td>
        </Table.Tr>
      ))}
    </TableFrame>
  );
}
