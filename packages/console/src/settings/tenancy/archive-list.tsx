import { Anchor, Button, Group, Stack, Table, Text } from '@mantine/core';
import type { ClientArchive } from '@pimento/contract/wire';
import { IconDownload } from '@tabler/icons-react';
import { useFormats } from '../../i18n/language.tsx';
import { ListSkeleton } from '../../ui/page.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { TableFrame } from '../../ui/tables/table-frame.tsx';
import { useTenancyMessages } from './use-tenancy-messages.ts';

const isUnfinished = ({ status }: ClientArchive) => status === 'Waiting' || status === 'Writing';

/**
 * Returns the polling interval in milliseconds. It is short while an export is unfinished. Otherwise it is 10 minutes, so that the download
 * URLs are renewed before they expire.
 */
export const archiveRefetchMs = (archives: readonly ClientArchive[] | undefined): number =>
  archives?.some(isUnfinished) === true ? 2_000 : 600_000;

/** The exports of a client, with a button that starts an export. */
export function ArchiveList(props: {
  query: {
    data: { archives: ClientArchive[] } | undefined;
    isPending: boolean;
    error: unknown;
    refetch: () => unknown;
  };
  creation: { mutate: () => void; isPending: boolean };
}) {
  const { query, creation } = props;
  const texts = useTenancyMessages();
  const archives = query.data?.archives ?? [];
  return (
    <Stack>
      <Group justify="space-between" align="flex-start">
        <Text size="sm" c="dimmed" maw={560} style={{ flex: '1 1 280px' }}>
          {texts.exportText}
        </Text>
        <Button
          loading={creation.isPending}
          disabled={archives.some(isUnfinished)}
          onClick={() => {
            creation.mutate();
          }}
        >
          {texts.start}
        </Button>
      </Group>
      {query.isPending && <ListSkeleton rows={2} />}
      {query.error !== null && <ProblemAlert error={query.error} retry={query.refetch} />}
      {query.data && archives.length === 0 && <Text size="sm">{texts.none}</Text>}
      {archives.length > 0 && (
        <TableFrame
          label={texts.export}
          minWidth={520}
          headings={[
            { label: texts.created },
            { label: texts.state },
            { label: texts.contents },
            { label: texts.size, align: 'right' },
          ]}
        >
          {archives.map((archive) => (
            <ArchiveRow key={archive.archiveId} archive={archive} />
          ))}
        </TableFrame>
      )}
    </Stack>
  );
}

function ArchiveRow({ archive }: { archive: ClientArchive }) {
  const texts = useTenancyMessages();
  const formats = useFormats();
  const { created, status, rows, files, size, expires, download } = archive;
  return (
    <Table.Tr>
      <Table.Td>{formats.moment(created)}</Table.Td>
      <Table.Td aria-live="polite">
        {download === null ? (
          texts.statuses[status]
        ) : (
          <>
            <Anchor href={download} size="sm" download>
              <Group gap={4} wrap="nowrap">
                <IconDownload size={16} aria-hidden />
                {texts.download}
              </Group>
            </Anchor>
            {expires !== null && (
              <Text size="xs" c="dimmed">
                {texts.until(formats.moment(expires))}
              </Text>
            )}
          </>
        )}
      </Table.Td>
      <Table.Td>
        {rows !== null && files !== null && texts.contentsOf(formats.number(rows), formats.number(files))}
      </Table.Td>
      <Table.Td ta="right">{size !== null && formats.bytes(size)}</Table.Td>
    </Table.Tr>
  );
}
