import { Alert, Stack, Text } from '@mantine/core';
import type { ImportReport } from '@pimento/contract';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useFormats, useMessages } from '../i18n/language.tsx';
import { ProblemSaid } from './problem-said.tsx';

/** What is wrong with the file itself: the same file ends the same way. */
const faultsOfFile = new Set(['malformed-json', 'product-too-large', 'body-too-large', 'too-many-products']);

/** Why an import ended early: where, what of it is stored, and what to do. */
export function FaultAlert({ report, fault }: { report: ImportReport; fault: NonNullable<ImportReport['fault']> }) {
  const t = useMessages();
  const formats = useFormats();
  const { productsBefore } = fault;
  return (
    <Alert
      color="red"
      variant="light"
      icon={<IconAlertTriangle aria-hidden />}
      title={faultsOfFile.has(fault.code) ? t.imports.unreadable : t.imports.endedEarly}
    >
      <Stack gap={6}>
        <div>
          <ProblemSaid problem={fault} />
          {typeof productsBefore === 'number' && productsBefore > 0 && (
            <Text size="sm">{t.imports.productsBefore(formats.number(productsBefore))}</Text>
          )}
        </div>
        <Text size="sm">
          {report.dryRun ? t.imports.nothingDry : t.imports.handled(formats.number(report.handled))}{' '}
          {faultsOfFile.has(fault.code)
            ? t.imports.mendFile(!report.dryRun && report.handled > 0)
            : t.imports.sendAgain}
        </Text>
      </Stack>
    </Alert>
  );
}
