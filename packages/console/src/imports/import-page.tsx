import { Anchor, Breadcrumbs, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import type { ImportReport } from '@pimento/contract';
import { cancelImport } from '@pimento/contract/wire';
import { Link, useParams } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useBulkTexts } from '../bulk/texts/bulk-texts.ts';
import { useFormats, useMessages } from '../i18n/language.tsx';
import { useWork } from '../session/session.tsx';
import { useChange } from '../session/use-change.ts';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { lazyPart } from '../ui/loading/lazy-part.tsx';
import { Page } from '../ui/page.tsx';
import { ProblemAlert } from '../ui/problem-alert.tsx';
import { FaultAlert } from './fault-alert.tsx';
import { ImportCounts } from './import-counts.tsx';
import { ImportedProducts } from './products/imported-products.tsx';
import { ImportErrors } from './import-errors.tsx';
import { ImportProgress } from './import-progress.tsx';
import { ImportWarnings } from './import-warnings.tsx';
import { JobStatus } from './job-status.tsx';
import { canUndo, ImportUndoButton, UndoneAlert } from './undo/import-undo.tsx';
import { useImportJob } from './use-import-job.ts';

const BulkRun = lazyPart(async () => (await import('../bulk/bulk-run.tsx')).BulkRun);

const maxShownIds = 12;

/** The page of one import: progress, result, warnings and errors. */
export function ImportPage() {
  const t = useMessages();
  const bulk = useBulkTexts();
  const formats = useFormats();
  const { canWrite } = useWork();
  const { jobRef } = useParams({ from: '/shell/imports/$jobRef' });
  const job = useImportJob(jobRef);
  const report = job.data;
  return (
    <Page
      title={
        report
          ? { edit: t.imports.editOf, bulk: bulk.of, import: t.imports.of }[report.origin](
              formats.moment(report.startedAt),
            )
          : t.imports.title
      }
      subtitle={
        <>
          <Breadcrumbs separatorMargin={6} fz="sm" mt={4}>
            <Anchor component={Link} to="/imports" size="sm">
              {t.imports.title}
            </Anchor>
            <Text size="sm" ff="monospace" c="dimmed">
              {jobRef}
            </Text>
          </Breadcrumbs>
          {report && <Origin report={report} />}
        </>
      }
      actions={
        report && (
          <Group>
            <JobStatus job={report} />
            {canWrite && report.status === 'Importing' && report.file && <CancelImport jobRef={jobRef} />}
            {report.origin !== 'bulk' && canUndo(report) && <ImportUndoButton report={report} />}
          </Group>
        )
      }
    >
      {report && report.status !== 'Importing' && <ImportedProducts report={report} />}
      {job.isPending && <Skeleton height={200} />}
      {job.isError && <ProblemAlert error={job.error} retry={job.refetch} />}
      {report?.origin === 'bulk' && (
        <Suspense>
          <BulkRun key={jobRef} editId={jobRef} />
        </Suspense>
      )}
      {report && report.origin !== 'bulk' && (
        <Stack gap="lg">
          {canUndo(report) && <UndoneAlert jobRef={jobRef} />}
          {report.file && <ImportedFile file={report.file} />}
          <ImportProgress report={report} />
          <ImportCounts report={report} labels={t.imports.counts} />
          {report.fault && <FaultAlert report={report} fault={report.fault} />}
          {report.createdAttributes.length > 0 && <CreatedAttributes ids={report.createdAttributes} />}
          {report.warnings.length > 0 && <ImportWarnings warnings={report.warnings} />}
          {(report.rejected > 0 || report.errors.length > 0) && <ImportErrors report={report} />}
        </Stack>
      )}
    </Page>
  );
}

/** Cancels the import of an uploaded file, after asking for confirmation. */
function CancelImport({ jobRef }: { jobRef: string }) {
  const t = useMessages();
  const [isAsked, setAsked] = useState(false);
  const cancel = useChange(
    (api, _input: void) => api.call(cancelImport, { params: { jobRef } }),
    () => t.imports.cancelled,
  );
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setAsked(true)}>
        {t.imports.cancel}
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={t.imports.cancel}
          text={t.imports.cancelText}
          confirm={t.imports.cancel}
          loading={cancel.isPending}
          onConfirm={() => cancel.mutate(undefined, { onSettled: () => setAsked(false) })}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}

/** The uploaded file of an import, with a link to its columns. */
function ImportedFile({ file }: { file: NonNullable<ImportReport['file']> }) {
  const t = useMessages();
  return (
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      {file.sheet === null ? file.name : `${file.name}, ${file.sheet}`}{' '}
      <Anchor component={Link} to={`/imports/files/${file.fileId}`} size="sm">
        {t.imports.columnsOfFile}
      </Anchor>
    </Text>
  );
}

/** The sender and the mode of an import. */
function Origin({ report: { actor, actorName, importType, origin } }: { report: ImportReport }) {
  const t = useMessages();
  const by = t.imports.byOf(actorName ?? actor ?? '–');
  return <Text size="sm">{origin === 'bulk' ? by : `${by} · ${t.imports.modes[importType]}`}</Text>;
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
