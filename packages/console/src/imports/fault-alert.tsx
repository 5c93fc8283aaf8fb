import { Alert, Stack, Text } from '@mantine/core';
import type { ImportReport } from '@pimento/contract';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useFormats, useMessages } from '../i18n/language.tsx';
import { isCancelled } from './job-status.tsx';
import { ItemProblemText } from './item-problem-text.tsx';

/** Codes of problems with the file itself, which would occur again if the same file were sent again. */
const fileFaults = new Set(['malformed-json', 'product-too-large', 'body-too-large', 'too-many-products']);

/** The reason why an import ended early, the number of stored products, and the next steps. */
export function FaultAlert({ report, fault }: { report: ImportReport; fault: NonNullable<ImportReport['fault']> }) {
  const t = useMessages();
  const formats = useFormats();
  const { productsBefore } = fault;
  if (isCancelled(report))
    return (
      <Alert color="gray" variant="light" title={t.imports.statuses.cancelled}>
        <ItemProblemText problem={fault} />
      </Alert>
    );
  return (
    <Alert
      color="red"
      variant="light"
      icon={<IconAlertTriangle aria-hidden />}
      title={fileFaults.has(fault.code) ? t.imports.unreadable : t.imports.endedEarly}
    >
      <Stack gap={6}>
        <div>
          <ItemProblemText problem={fault} />
          {typeof productsBefore === 'number' && productsBefore > 0 && (
            <Text size="sm">{t.imports.productsBefore(formats.number(productsBefore))}</Text>
          )}
        </div>
        <Text size="sm">
          {report.dryRun ? t.imports.nothingDry : t.imports.handled(formats.number(report.handled))}{' '}
          {fileFaults.has(fault.code) ? t.imports.fixFile(!report.dryRun && report.handled > 0) : t.imports.sendAgain}
        </Text>
      </Stack>
    </Alert>
  );
}
