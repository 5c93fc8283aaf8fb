import { Button, Stack, Table, Text, Title } from '@mantine/core';
import { type ClientDeletion, listClientDeletions } from '@pimento/contract/wire';
import { useEffect } from 'react';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import { useWork } from '../../session/session.tsx';
import { callKey } from '../../session/use-call.ts';
import { usePages } from '../../session/use-pages.ts';
import { TableFrame } from '../../ui/tables/table-frame.tsx';
import { useTenancyMessages } from './use-tenancy-messages.ts';

/** The polling interval in milliseconds while a deletion is running. */
const refetchMs = 2_000;

/** The deletions of clients with their results. Renders nothing if there are none. */
export function DeletionList() {
  const t = useMessages();
  const texts = useTenancyMessages();
  const { clientId } = useWork();
  const pages = usePages(callKey(clientId, listClientDeletions), (api, start, signal) =>
    api.call(listClientDeletions, { query: start, signal }),
  );
  const deletions = pages.data?.pages.flatMap((page) => page.deletions) ?? [];
  const isRunning = deletions.some(({ finished }) => finished === null);
  const { refetch } = pages;
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => void refetch(), refetchMs);
    return () => clearInterval(timer);
  }, [isRunning, refetch]);
  if (deletions.length === 0) return undefined;
  return (
    <Stack>
      <Title order={2} size="h4">
        {texts.deletions}
      </Title>
      <TableFrame
        label={texts.deletions}
        minWidth={680}
        headings={[
          { label: texts.client },
          { label: texts.started },
          { label: texts.finished },
          { label: texts.result },
        ]}
      >
        {deletions.map((deletion) => (
          <DeletionRow key={deletion.deletionId} deletion={deletion} />
        ))}
      </TableFrame>
      {pages.hasNextPage && (
        <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {t.common.showMore}
        </Button>
      )}
    </Stack>
  );
}

function DeletionRow({ deletion }: { deletion: ClientDeletion }) {
  const texts = useTenancyMessages();
  const formats = useFormats();
  const { clientId, started, finished, deletedRows, files, check } = deletion;
  const rows = Object.values(deletedRows).reduce((sum, count) => sum + count, 0);
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm" ff="monospace">
          {clientId}
        </Text>
      </Table.Td>
      <Table.Td>{formats.moment(started)}</Table.Td>
      <Table.Td>{finished === null ? texts.running : formats.moment(finished)}</Table.Td>
      <Table.Td>
        {check && texts.resultOf(formats.number(rows), formats.number(files), formats.number(check.tables))}
      </Table.Td>
    </Table.Tr>
  );
}
