import { Paper } from '@mantine/core';
import type { BulkEdit } from '@pimento/contract';
import { useFormats } from '../i18n/language.tsx';
import layout from '../ui/layout.module.css';
import { useBulkTexts } from './texts/bulk-texts.ts';

const counts = ['updated', 'unchanged', 'rejected'] as const;

/** The number of products by outcome. */
export function BulkCounts({ edit }: { edit: BulkEdit }) {
  const texts = useBulkTexts();
  const formats = useFormats();
  const labels = edit.dryRun ? texts.would : texts.did;
  return (
    <dl className={layout.stats} style={{ margin: 0 }}>
      {counts.map((count) => (
        <Paper
          key={count}
          withBorder
          className={layout.stat}
          data-bad={(count === 'rejected' && edit[count] > 0) || undefined}
        >
          <dt>{edit.undoesDeletion && count === 'updated' ? texts.restored : labels[count]}</dt>
          <dd>{formats.number(edit[count])}</dd>
        </Paper>
      ))}
    </dl>
  );
}
