import { Alert, Anchor, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { ImportReport } from '@pimento/contract';
import { IconCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { ErrorFileButton } from '../imports/error-file-button.tsx';
import { ErrorTable } from '../imports/error-table.tsx';
import { FaultAlert } from '../imports/fault-alert.tsx';
import { ImportCounts } from '../imports/import-counts.tsx';
import { ImportProgress } from '../imports/import-progress.tsx';
import { ImportWarnings } from '../imports/import-warnings.tsx';
import { columnIndex } from './use-shown-columns.ts';
import { useWizardTexts } from './texts/wizard-texts.ts';
import classes from './wizard.module.css';

const listedErrors = 20;

/**
 * Shows the progress of a check and then its result, which is what an import of all rows would change. The result contains counts and the
 * problems by cell.
 * @param props.isFresh true if the user has just started the check. The panel is then scrolled into view at the start and end of the check
 */
export function CheckPanel(props: {
  report: ImportReport;
  isOutdated: boolean;
  isFresh: boolean;
  onColumn: (at: number) => void;
}) {
  const { report, isOutdated, isFresh, onColumn } = props;
  const texts = useWizardTexts();
  const panel = useRef<HTMLDivElement>(null);
  const isDone = report.status !== 'Importing';
  useEffect(() => {
    if (isFresh) panel.current?.scrollIntoView({ block: 'start' });
  }, [isFresh, isDone]);
  return (
    <Paper ref={panel} className={classes.check} withBorder p="md" component="section" aria-label={texts.result}>
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
        <ImportCounts report={report} labels={texts.wouldBe} />
        {report.fault && <FaultAlert report={report} fault={report.fault} />}
        {isDone && report.rejected > 0 && (
          <>
            <Text size="sm">{texts.rejectedStay}</Text>
            <ErrorTable
              errors={report.errors.slice(0, listedErrors)}
              columnLink={(column, text) => (
                <Anchor
                  component="button"
                  type="button"
                  size="sm"
                  ta="left"
                  onClick={() => onColumn(columnIndex(column))}
                >
                  {text}
                </Anchor>
              )}
            />
            <Anchor component={Link} to={`/imports/${report.jobRef}`} size="sm">
              {texts.allErrors}
            </Anchor>
          </>
        )}
        {isDone && report.warnings.length > 0 && <ImportWarnings warnings={report.warnings} />}
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
