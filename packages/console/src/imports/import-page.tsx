import { Alert, Anchor, Breadcrumbs, Group, Paper, Progress, Skeleton, Stack, Text } from '@mantine/core';
import { getImportJob, type ImportReport } from '@pimento/contract';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useFormats, useMessages } from '../i18n/language.tsx';
import { useWork } from '../session/session.tsx';
import { callKey } from '../session/use-call.ts';
import { Page } from '../ui/page.tsx';
import { ProblemAlert } from '../ui/problem-alert.tsx';
import { FaultAlert } from './fault-alert.tsx';
import { ImportErrors } from './import-errors.tsx';
import layout from '../ui/layout.module.css';
import { JobStatus } from './job-status.tsx';
import { ProblemSaid } from './problem-said.tsx';

const counts = ['received', 'created', 'updated', 'unchanged', 'rejected'] as const;
const pollMs = 500;

/** One import: how far it is, what came of it, what was wrong and where. */
export function ImportPage() {
  const t = useMessages();
  const formats = useFormats();
  const { api, clientId } = useWork();
  const { jobRef } = useParams({ from: '/shell/imports/$jobRef' });
  const job = useQuery({
    queryKey: callKey(clientId, getImportJob, jobRef),
    queryFn: ({ signal }) => api.call(getImportJob, { params: { jobRef }, signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'Importing' ? pollMs : false),
  });
  const report = job.data;
  return (
    <Page
      title={
        report
          ? (report.origin === 'edit' ? t.imports.editOf : t.imports.of)(formats.moment(report.startedAt))
          : t.imports.title
      }
      subtitle={
        <Breadcrumbs separatorMargin={6} fz="sm" mt={4}>
          <Anchor component={Link} to="/imports" size="sm">
            {t.imports.title}
          </Anchor>
          <Text size="sm" ff="monospace" c="dimmed">
            {jobRef}
          </Text>
        </Breadcrumbs>
      }
      actions={report && <JobStatus job={report} />}
    >
      {job.isPending && <Skeleton height={200} />}
      {job.isError && <ProblemAlert error={job.error} retry={job.refetch} />}
      {report && (
        <Stack gap="lg">
          <ImportProgress report={report} />
          <dl className={layout.stats} style={{ margin: 0 }}>
            {counts.map((count) => (
              <Paper
                key={count}
                withBorder
                className={layout.stat}
                data-bad={(count === 'rejected' && report[count] > 0) || undefined}
              >
                <dt>{t.imports.counts[count]}</dt>
                <dd>{formats.number(report[count])}</dd>
              </Paper>
            ))}
          </dl>
          {report.fault && <FaultAlert report={report} fault={report.fault} />}
          {report.createdAttributes.length > 0 && (
            <Text size="sm" c="dimmed">
              {t.imports.newAttributes(formats.number(report.createdAttributes.length))}{' '}
              {report.createdAttributes.slice(0, 12).join(', ')}
              {report.createdAttributes.length > 12 && ' …'}{' '}
              <Anchor component={Link} to="/attributes" size="sm">
                {t.nav.attributes}
              </Anchor>
            </Text>
          )}
          {report.warnings.length > 0 && <Warnings warnings={report.warnings} />}
          {report.rejected > 0 && <ImportErrors report={report} />}
        </Stack>
      )}
    </Page>
  );
}

function ImportProgress({ report }: { report: ImportReport }) {
  const t = useMessages();
  const formats = useFormats();
  const { handled } = report;
  const rate = formats.number(Math.max(1, Math.round((handled * 1000) / Math.max(1, report.durationMs))));
  if (report.status !== 'Importing')
    return (
      <Text size="sm" c="dimmed">
        {t.imports.finished(
          formats.duration(report.durationMs),
          formats.bytes(report.bytesReceived),
          handled === 0 ? undefined : rate,
        )}
      </Text>
    );
  const part = report.bytesTotal ? report.bytesReceived / report.bytesTotal : 0;
  return (
    <Stack gap={6} aria-live="polite">
      <Progress value={part === 0 ? 100 : part * 100} animated aria-label={t.imports.statuses.running} />
      <Group justify="space-between">
        <Text size="sm">{handled === 0 ? t.imports.reading : t.imports.soFar(formats.number(handled), rate)}</Text>
        {report.bytesTotal !== null && (
          <Text size="sm" c="dimmed">
            {formats.bytes(report.bytesReceived)} / {formats.bytes(report.bytesTotal)}
          </Text>
        )}
      </Group>
    </Stack>
  );
}

function Warnings({ warnings }: { warnings: ImportReport['warnings'] }) {
  const t = useMessages();
  const shown = 20;
  return (
    <Alert color="orange" variant="light" title={t.imports.warnings}>
      <Stack gap={2}>
        {warnings.slice(0, shown).map((warning, place) => (
          <ProblemSaid key={place} problem={warning} />
        ))}
        {warnings.length > shown && <Text size="sm">{t.common.more(warnings.length - shown)}</Text>}
      </Stack>
    </Alert>
  );
}
