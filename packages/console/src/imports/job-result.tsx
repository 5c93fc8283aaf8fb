import { Text } from '@mantine/core';
import type { ImportReport } from '@pimento/contract';
import { Fragment } from 'react';
import { useFormats, useMessages } from '../i18n/language.tsx';

const counts = ['created', 'updated', 'unchanged', 'rejected'] as const;

/** The counts of an import in one line, without zero counts, such as `7 updated, 314 unchanged, 79 rejected`. */
export function JobResult({ job }: { job: Pick<ImportReport, (typeof counts)[number]> }) {
  const t = useMessages();
  const formats = useFormats();
  const shown = counts.filter((name) => job[name] > 0);
  return (
    <Text size="sm" className="number" {...(shown.length === 0 && { c: 'dimmed' })}>
      {shown.length === 0 && t.imports.noProducts}
      {shown.map((name, index) => (
        <Fragment key={name}>
          {index > 0 && ', '}
          <Text span inherit fw={name === 'rejected' ? 600 : undefined}>
            {t.imports.resultOf[name](formats.number(job[name]))}
          </Text>
        </Fragment>
      ))}
    </Text>
  );
}
