import { Anchor, Badge, Group, Paper, Table, Text } from '@mantine/core';
import type { ImportReport } from '@pimento/contract';
import { Link } from '@tanstack/react-router';
import { useFormats, useMessages } from '../i18n/language.tsx';
import classes from './imports.module.css';
import layout from '../ui/layout.module.css';
import { JobStatus } from './job-status.tsx';

const columns = ['received', 'created', 'updated', 'unchanged', 'rejected'] as const;

/** Imports with their outcomes, newest first. `showsOrigin` marks edits. */
export function JobTable({ jobs, showsOrigin = false }: { jobs: ImportReport[]; showsOrigin?: boolean }) {
  const t = useMessages();
  const formats = useFormats();
  return (
    <Paper withBorder className={layout.frame} tabIndex={0} role="group" aria-label={t.imports.title}>
      <Table highlightOnHover verticalSpacing="sm" miw={640} className={classes.jobs}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t.imports.started}</Table.Th>
            <Table.Th>{t.imports.outcome}</Table.Th>
            {columns.map((column) => (
              <Table.Th key={column} ta="right">
                {t.imports.counts[column]}
              </Table.Th>
            ))}
            <Table.Th ta="right">{t.imports.took}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {jobs.map((job) => (
            <Table.Tr key={job.jobRef}>
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
                <Group gap={4}>
                  <JobStatus job={job} />
                  {showsOrigin && job.origin === 'edit' && (
                    <Badge variant="light" color="gray" tt="none">
                      {t.imports.edit}
                    </Badge>
                  )}
                </Group>
              </Table.Td>
              {columns.map((column) => (
                <Table.Td key={column} ta="right" className="number">
                  {formats.number(job[column])}
                </Table.Td>
              ))}
              <Table.Td ta="right" className="number" style={{ whiteSpace: 'nowrap' }}>
                {formats.duration(job.durationMs)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  );
}
