import { Alert, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { ImportReport } from '@pimento/contract';
import { IconCheck } from '@tabler/icons-react';
import { useFormats } from '../i18n/language.tsx';
import { ErrorFileButton } from '../imports/error-file-button.tsx';
import { ErrorTable } from '../imports/error-table.tsx';
import { FaultAlert } from '../imports/fault-alert.tsx';
import { ImportProgress } from '../imports/import-progress.tsx';
import layout from '../ui/layout.module.css';
import { useWizardTexts } from './texts/wizard-texts.ts';

const counts = ['created', 'updated', 'unchanged', 'rejected'] as const;
const listedErrors = 50;

/** What an import of all rows would do: progress while they are checked, then counts and what is wrong in which cell. */
export function CheckPanel({ report, isOutdated }: { report: ImportReport; isOutdated: boolean }) {
  const texts = useWizardTexts();
  const formats = useFormats();
  const isDone = report.status !== 'Importing';
  return (
    <Paper withBorder p="md" component="section" aria-label={texts.result}>
      <Stack gap="md">
        <Group justify="space-between">
          <Title order={2} size="h4">
            {texts.result}
          </Title>
          {report.file?.hasErrorFile === true && <ErrorFileButton report={report} />}
        </Group>
        {isOutdated && (
          <Alert color="orange" variant="light">
            {texts.outdated}
          </Alert>
        )}
        {!isDone && <ImportProgress report={report} />}
        <dl className={layout.stats} style={{ margin: 0 }}>
          {counts.map((count) => (
            <Paper
              key={count}
              withBorder
              className={layout.stat}
              data-bad={(count === 'rejected' && report[count] > 0) || undefined}
            >
              <dt>{texts.wouldBe[count]}</dt>
              <dd>{formats.number(report[count])}</dd>
            </Paper>
          ))}
        </dl>
        {report.fault && <FaultAlert report={report} fault={report.fault} />}
        {isDone && report.rejected > 0 && (
          <>
            <Text size="sm">{texts.rejectedStay}</Text>
            <ErrorTable errors={report.errors.slice(0, listedErrors)} fileId={report.file?.fileId} />
          </>
        )}
        {isDone && report.fault === null && report.rejected === 0 && (
          <Group gap="xs" role="status">
            <IconCheck size={18} aria-hidden />
            <Text size="sm">{texts.allFine}</Text>
          </Group>
        )}
      </Stack>
    </Paper>
  );
}
