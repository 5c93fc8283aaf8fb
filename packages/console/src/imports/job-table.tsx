import { Anchor, Badge, Group, Table, Text } from '@mantine/core';
import type { ImportReport } from '@pimento/contract';
import { Link } from '@tanstack/react-router';
import { useFormats, useMessages } from '../i18n/language.tsx';
import layout from '../ui/layout.module.css';
import { TableFrame } from '../ui/tables/table-frame.tsx';
import { JobResult } from './job-result.tsx';
import { JobStatus } from './job-status.tsx';

/**
 * A table of imports with their outcomes.
 * @param props.showsOrigin true to mark the jobs whose origin is `edit`
 * @param props.bulkMode the text for the mode of a bulk edit. It is passed in, so that only the screens that list bulk edits load the
 * texts of bulk edits
 */
export function JobTable(props: { jobs: ImportReport[]; showsOrigin?: boolean; bulkMode?: string }) {
  const { jobs, showsOrigin = false, bulkMode } = props;
  const t = useMessages();
  return (
    <TableFrame
      label={t.imports.title}
      minWidth={640}
      headings={[
        { label: t.imports.started },
        { label: t.imports.by },
        { label: t.imports.mode },
        { label: t.imports.outcome },
        { label: t.imports.result },
        { label: t.imports.took, align: 'right' },
      ]}
    >
      {jobs.map((job) => (
        <JobRow
          key={job.jobRef}
          job={job}
          showsOrigin={showsOrigin}
          mode={(job.origin === 'bulk' ? bulkMode : undefined) ?? t.imports.modes[job.importType]}
        />
      ))}
    </TableFrame>
  );
}

function JobRow({ job, showsOrigin, mode }: { job: ImportReport; showsOrigin: boolean; mode: string }) {
  const t = useMessages();
  const formats = useFormats();
  return (
    <Table.Tr>
      <Table.Td>
        <Anchor
          component={Link}
          to={`/imports/${job.jobRef}`}
          size="sm"
          className={layout.rowLink}
          style={{ whiteSpace: 'nowrap' }}
        >
          {formats.moment(job.startedAt)}
        </Anchor>
        {job.file && (
          <Text size="xs" c="dimmed" truncate="end" maw={220} title={job.file.name}>
            {job.file.name}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Text size="sm" style={{ overflowWrap: 'break-word' }}>
          {job.actorName ?? job.actor ?? '–'}
        </Text>
      </Table.Td>
      <Table.Td>
        <Text size="sm">{mode}</Text>
      </Table.Td>
      <Table.Td>
        <Group gap={4}>
          <JobStatus job={job} />
          {showsOrigin && job.origin === 'edit' && <Badge>{t.imports.edit}</Badge>}
        </Group>
      </Table.Td>
      <Table.Td>
        <JobResult job={job} />
      </Table.Td>
      <Table.Td ta="right" className="number" style={{ whiteSpace: 'nowrap' }}>
        {formats.duration(job.durationMs)}
      </Table.Td>
    </Table.Tr>
  );
}
