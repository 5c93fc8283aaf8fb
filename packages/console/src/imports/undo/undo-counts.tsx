import { Paper } from '@mantine/core';
import type { BulkEdit } from '@pimento/contract';
import { useFormats } from '../../i18n/language.tsx';
import layout from '../../ui/layout.module.css';
import { useUndoTexts } from './undo-texts.ts';

/** The number of products that an undo restores, the number that it leaves unchanged, and the number that the import created. */
export function UndoCounts({ edit: { updated, rejected, created } }: { edit: BulkEdit }) {
  const texts = useUndoTexts();
  const formats = useFormats();
  const counts = [
    { label: texts.restored, count: updated },
    { label: texts.kept, count: rejected },
    { label: texts.created, count: (created?.unchanged ?? 0) + (created?.changed ?? 0) },
  ];
  return (
    <dl className={layout.stats} style={{ margin: 0 }}>
      {counts.map(({ label, count }) => (
        <Paper key={label} withBorder className={layout.stat}>
          <dt>{label}</dt>
          <dd>{formats.number(count)}</dd>
        </Paper>
      ))}
    </dl>
  );
}
