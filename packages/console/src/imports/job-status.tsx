import { Badge, Group, Loader } from '@mantine/core';
import type { ImportReport } from '@pimento/contract';
import { useMessages } from '../i18n/language.tsx';

/** Returns true if a user or a program has cancelled the import. */
export const isCancelled = ({ fault }: Pick<ImportReport, 'fault'>): boolean => fault?.code === 'import-cancelled';

/** The outcome of an import as a badge. If some products were rejected, the badge shows a partial success. */
export function JobStatus({ job }: { job: Pick<ImportReport, 'status' | 'rejected' | 'dryRun' | 'fault'> }) {
  const t = useMessages();
  if (job.status === 'Importing')
    return (
      <Group gap={6} wrap="nowrap">
        <Loader size={12} aria-hidden />
        <Badge color="blue">{t.imports.statuses.running}</Badge>
      </Group>
    );
  const failed = isCancelled(job) ? 'cancelled' : 'failed';
  const outcome = job.status === 'Failed' ? failed : job.rejected > 0 ? 'partly' : 'done';
  const color = { failed: 'red', cancelled: 'gray', partly: 'orange', done: 'green' }[outcome];
  return (
    <Group gap={6}>
      <Badge color={color}>{t.imports.statuses[outcome]}</Badge>
      {job.dryRun && <Badge variant="outline">{t.imports.dry}</Badge>}
    </Group>
  );
}
