import { Paper } from '@mantine/core';
import type { ImportReport } from '@pimento/contract';
import { useFormats } from '../i18n/language.tsx';
import layout from '../ui/layout.module.css';

type Count = 'received' | 'created' | 'updated' | 'unchanged' | 'rejected';

/** The number of products by outcome. @param props.labels determines the outcomes and their order */
export function ImportCounts({ report, labels }: { report: ImportReport; labels: Partial<Record<Count, string>> }) {
  const formats = useFormats();
  const shown = Object.entries(labels) as [Count, string][]; // Object.entries returns the keys as string
  return (
    <dl className={layout.stats} style={{ margin: 0 }}>
      {shown.map(([count, label]) => (
        <Paper
          key={count}
          withBorder
          className={layout.stat}
          data-bad={(count === 'rejected' && report[count] > 0) || undefined}
        >
          <dt>{label}</dt>
          <dd>{formats.number(report[count])}</dd>
        </Paper>
      ))}
    </dl>
  );
}
