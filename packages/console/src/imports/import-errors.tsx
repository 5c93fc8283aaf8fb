import { Anchor, Button, Chip, Group, Stack, Text, Title } from '@mantine/core';
import type { ImportReport } from '@pimento/contract';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormats, useMessages } from '../i18n/language.tsx';
import { ListSkeleton } from '../ui/page.tsx';
import { ProblemAlert } from '../ui/problem-alert.tsx';
import { useErrorNames } from './error-names.ts';
import { DownloadButton } from './download-button.tsx';
import { downloadErrors } from './error-download.ts';
import { ErrorFileButton } from './error-file-button.tsx';
import { ErrorTable } from './error-table.tsx';
import { useImportErrors } from './use-import-errors.ts';

/** The errors of an import, with error counts by code as filters, and a button to download all errors. */
export function ImportErrors({ report }: { report: ImportReport }) {
  const t = useMessages();
  const formats = useFormats();
  const [code, setCode] = useState('');
  const errors = useImportErrors(report, code);
  const { file } = report;
  const loaded = errors.data?.pages.flatMap((page) => page.errors) ?? [];
  return (
    <section aria-label={t.imports.errors}>
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2} size="h4">
            {t.imports.errors}
          </Title>
          <Group gap="xs">
            {report.file?.hasErrorFile === true && <ErrorFileButton report={report} />}
            <DownloadButton label={t.imports.downloadErrors} download={(api) => downloadErrors(api, report.jobRef)} />
          </Group>
        </Group>
        <ErrorCount report={report} />
        {report.errorsDeleted !== undefined && (
          <Text size="sm">{t.imports.errorsDeleted(formats.moment(report.errorsDeleted))}</Text>
        )}
        {report.file?.hasErrorFile === true && (
          <Text size="sm" c="dimmed">
            {t.imports.errorFileText}
          </Text>
        )}
        <CodeFilter counts={report.errorCounts} value={code} onChange={setCode} />
        {errors.isPending && <ListSkeleton rows={4} />}
        {errors.isError && <ProblemAlert error={errors.error} retry={errors.refetch} />}
        {loaded.length > 0 && (
          <ErrorTable
            errors={loaded}
            columnLink={file && ((column, text) => <ColumnOfFile file={file} column={column} text={text} />)}
          />
        )}
        {errors.hasNextPage && (
          <Button variant="default" loading={errors.isFetchingNextPage} onClick={() => void errors.fetchNextPage()}>
            {t.common.showMore}
          </Button>
        )}
      </Stack>
    </section>
  );
}

function ColumnOfFile(props: { file: NonNullable<ImportReport['file']>; column: string; text: string }) {
  const { file, column, text } = props;
  return (
    <Anchor component={Link} to={`/imports/files/${file.fileId}`} hash={`column-${column}`} size="sm">
      {text}
    </Anchor>
  );
}

/** The number of errors and the number of affected products. They differ if a product has several errors. */
function ErrorCount({ report: { errorCounts, rejected } }: { report: ImportReport }) {
  const t = useMessages();
  const formats = useFormats();
  const errors = Object.values(errorCounts).reduce((sum, count) => sum + count, 0);
  if (errors === rejected) return null;
  return (
    <Text size="sm" c="dimmed">
      {t.imports.errorsInProducts(formats.number(errors), formats.number(rejected))}
    </Text>
  );
}

function CodeFilter(props: { counts: Record<string, number>; value: string; onChange: (code: string) => void }) {
  const { counts, value, onChange } = props;
  const t = useMessages();
  const names = useErrorNames();
  const formats = useFormats();
  return (
    <Chip.Group value={value} onChange={onChange}>
      <Group gap="xs">
        <Chip value="" size="xs" variant="light">
          {t.imports.allCodes}
        </Chip>
        {Object.entries(counts).map(([code, count]) => (
          <Chip key={code} value={code} size="xs" variant="light">
            {names[code] ?? code} · {formats.number(count)}
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  );
}
