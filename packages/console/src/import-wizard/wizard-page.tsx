import { Anchor, Breadcrumbs, Button, Skeleton, Stack, Text } from '@mantine/core';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useFormats, useMessages } from '../i18n/language.tsx';
import { useImportJob } from '../imports/use-import-job.ts';
import { useWork } from '../session/session.tsx';
import { Page } from '../ui/page.tsx';
import { ProblemAlert } from '../ui/problem-alert.tsx';
import { useUnsaved } from '../ui/use-unsaved.ts';
import { createMarks, settledProblems } from './cell-marks.ts';
import { CheckPanel } from './check-panel.tsx';
import { ColumnList } from './column-list.tsx';
import { FeedCard } from './feed-card.tsx';
import { FormatCard } from './format-card.tsx';
import { MappingChoice } from './mapping-choice.tsx';
import { MappingNoticeAlert } from './mapping-notice-alert.tsx';
import { QuestionList } from './question-list.tsx';
import { RunBar, RunOptions } from './run-bar.tsx';
import { SampleTable } from './sample-table.tsx';
import { useWizardTexts } from './texts/wizard-texts.ts';
import { checkKey, useRun } from './use-run.ts';
import { useShownColumns } from './use-shown-columns.ts';
import { useWizard, type Wizard } from './use-wizard.ts';
import classes from './wizard.module.css';

/** The change that removes the mapping from the options, because a feed has none. */
const withoutMapping = { start: { kind: 'auto' } } as const;

/** The change that resets all choices about reading the file, so that everything is detected again. */
const detected = { format: {}, start: { kind: 'auto' }, headerRow: undefined } as const;

/** The page that prepares the import of an uploaded file. */
export function WizardPage() {
  const { fileId } = useParams({ from: '/shell/imports/files/$fileId' });
  return <FileWizard key={fileId} fileId={fileId} />;
}

function FileWizard({ fileId }: { fileId: string }) {
  const t = useMessages();
  const texts = useWizardTexts();
  const formats = useFormats();
  const { replace = false } = useSearch({ from: '/shell/imports/files/$fileId' });
  const wizard = useWizard(fileId, replace);
  const { preview, input } = wizard;
  const { data } = preview;
  useUnsaved(wizard.isChanged);
  const reread = (change: Parameters<Wizard['restart']>[0]) => {
    if (!wizard.isChanged || confirm(texts.rereadAsk)) wizard.restart(change);
  };
  return (
    <Page
      wide
      title={data?.file.name ?? t.imports.title}
      subtitle={
        <Breadcrumbs separatorMargin={6} fz="sm" mt={4}>
          <Anchor component={Link} to="/imports" size="sm">
            {t.imports.title}
          </Anchor>
          {data && (
            <Text size="sm" c="dimmed">
              {texts.fileOf(formats.bytes(data.file.bytes), formats.moment(data.file.uploadedAt))}
            </Text>
          )}
        </Breadcrumbs>
      }
      actions={
        <Button component={Link} to="/imports" variant="default">
          {texts.otherFile}
        </Button>
      }
    >
      <Stack gap="md" className={classes.wizard}>
        {preview.isPending && <Skeleton height={240} />}
        {preview.isError && (
          <>
            <ProblemAlert error={preview.error} retry={preview.refetch} />
            <Button variant="default" style={{ alignSelf: 'flex-start' }} onClick={() => reread(detected)}>
              {texts.detectAgain}
            </Button>
          </>
        )}
        {!preview.isPending && (
          <FormatCard
            preview={preview.isError ? undefined : data}
            chosen={input.format}
            onChange={(format) => reread({ format, headerRow: undefined, ...(format.feed ? withoutMapping : {}) })}
            onHeaderRow={(headerRow) => reread({ headerRow })}
          />
        )}
        {data && !preview.isError && <Parts wizard={wizard} />}
      </Stack>
    </Page>
  );
}

/** The content below the format: mapping, questions, columns, first rows, options, check and buttons. */
function Parts({ wizard }: { wizard: Wizard }) {
  const texts = useWizardTexts();
  const { canWrite } = useWork();
  const run = useRun(wizard);
  const { data } = wizard.preview;
  const { checked } = wizard.input;
  const { data: report } = useImportJob(checked?.jobRef);
  const marks = useMemo(
    () => createMarks([...(data ? settledProblems(data) : []), ...(report?.errors ?? [])]),
    [data, report],
  );
  const { shown, showMore, showColumn } = useShownColumns();
  if (!data) return null;
  const isTable = data.mapping !== null;
  return (
    <>
      {isTable && <MappingChoice wizard={wizard} />}
      {data.feed && <FeedCard preview={data} feed={data.feed} onPlain={(format) => wizard.restart({ format })} />}
      {!isTable && !data.feed && <Text size="sm">{texts.noTable}</Text>}
      <MappingNoticeAlert wizard={wizard} run={run} />
      <QuestionList wizard={wizard} onColumn={showColumn} />
      {isTable && <ColumnList wizard={wizard} marks={marks} shown={shown} onMore={showMore} />}
      <SampleTable rows={data.rows} columns={wizard.columns} marks={marks} shown={shown} />
      {canWrite ? <RunOptions wizard={wizard} run={run} /> : <Text size="sm">{texts.viewer}</Text>}
      {report && (
        <CheckPanel
          report={report}
          isOutdated={checked?.options !== checkKey(wizard)}
          isFresh={run.checkedNow === report.jobRef}
          onColumn={showColumn}
        />
      )}
      {canWrite && <RunBar wizard={wizard} run={run} canCheck={report?.status !== 'Importing'} />}
    </>
  );
}
