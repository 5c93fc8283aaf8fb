import { Button, Group, Stack, Text } from '@mantine/core';
import { exportAuditEvents, exportClientAuditEvents } from '@pimento/contract/wire';
import { IconDownload, IconListSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { useWork } from '../session/session.tsx';
import { useChange } from '../session/use-change.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ListSkeleton } from '../ui/page.tsx';
import { ProblemAlert } from '../ui/problem-alert.tsx';
import { saveBlob } from '../ui/save-blob.ts';
import { TableFrame } from '../ui/tables/table-frame.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { AuditRow } from './audit-row.tsx';
import { auditQuery, noFilter, useAudit, useAuditTexts } from './use-audit.ts';

/** The audit log of the client, for owners. Operators can also see the audit log of the whole installation. */
export function AuditPanel() {
  const t = useAuditTexts();
  const { common } = useMessages();
  const { session } = useWork();
  const [filter, setFilter] = useState(noFilter);
  const pages = useAudit(filter);
  const saving = useChange(async (api) => {
    const operation = filter.isWhole ? exportAuditEvents : exportClientAuditEvents;
    const answer = await api.open(operation, { query: auditQuery(filter) });
    saveBlob(await answer.blob(), 'audit.ndjson');
  });
  const events = pages.data?.pages.flatMap((page) => page.events) ?? [];
  return (
    <Stack>
      <Group justify="space-between" align="flex-start">
        <Text size="sm" c="dimmed" maw={560} style={{ flex: '1 1 280px' }}>
          {t.text}
        </Text>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={saving.isPending}
          onClick={() => saving.mutate(undefined)}
        >
          {t.export}
        </Button>
      </Group>
      <AuditFilters filter={filter} isOperator={session.isOperator} onChange={setFilter} />
      {pages.isPending && <ListSkeleton rows={5} />}
      {pages.isError && <ProblemAlert error={pages.error} retry={pages.refetch} />}
      {pages.isSuccess && events.length === 0 && <EmptyState icon={IconListSearch} title={t.none} text={t.noneText} />}
      {events.length > 0 && (
        <TableFrame
          label={t.title}
          minWidth={640}
          headings={[{ label: t.at }, { label: t.actor }, { label: t.what }, { label: t.where }]}
        >
          {events.map((event) => (
            <AuditRow key={event.auditId} event={event} withClient={filter.isWhole} />
          ))}
        </TableFrame>
      )}
      {pages.hasNextPage && (
        <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {common.showMore}
        </Button>
      )}
    </Stack>
  );
}
