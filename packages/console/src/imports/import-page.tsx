import { Anchor, Breadcrumbs, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { getImportJob } from '@pimento/contract/wire';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useFormats, useMessages } from '../i18n/language.tsx';
import { useWork } from '../session/session.tsx';
import { callKey } from '../session/use-call.ts';
import { Page } from '../ui/page.tsx';
import { ProblemAlert } from '../ui/problem-alert.tsx';
import { FaultAlert } from './fault-alert.tsx';
import { ImportErrors } from './import-errors.tsx';
import { ImportProgress } from './import-progress.tsx';
import { ImportWarnings } from './import-warnings.tsx';
import layout from '../ui/layout.module.css';
import { JobStatus } from './job-status.tsx';

const counts = ['received', 'created', 'updated', 'unchanged', 'rejected'] as const;
const pollMs = 500;
const maxShownIds = 12;

/** The page of one import: progress, result, warnings and errors. */
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
          {report.createdAttributes.length > 0 && <CreatedAttributes ids={report.createdAttributes} />}
          {report.warnings.length > 0 && <ImportWarnings warnings={report.warnings} />}
          {report.rejected > 0 && <ImportErrors report={report} />}
        </Stack>
      )}
    </Page>
  );
}

function CreatedAttributes({ ids }: { ids: string[] }) {
  const t = useMessages();
  const formats = useFormats();
  return (
    <Text size="sm" c="dimmed">
      {t.imports.newAttributes(formats.number(ids.length))} {ids.slice(0, maxShownIds).join(', ')}
      {ids.length > maxShownIds && ' …'}{' '}
      <Anchor component={Link} to="/attributes" size="sm">
        {t.nav.attributes}
      </Anchor>
    </Text>
  );
}
