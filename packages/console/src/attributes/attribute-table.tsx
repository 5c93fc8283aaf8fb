import { useFormats, useMessages } from '../i18n/language.tsx';
import { TableFrame } from '../ui/tables/table-frame.tsx';
import { AttributeRow, type AttributeRowActions } from './attribute-row.tsx';
import type { AttributeLine } from './attribute-tree.ts';
import type { AttributeUsage } from './use-attribute-usage.ts';

export function AttributeTable(props: { lines: AttributeLine[]; usage: AttributeUsage; actions: AttributeRowActions }) {
  const { lines, usage, actions } = props;
  const t = useMessages();
  const formats = useFormats();
  const headings = [
    { label: t.attributes.name },
    { label: t.attributes.id },
    { label: t.attributes.type },
    {
      label: t.attributes.used,
      align: 'right' as const,
      ...(usage.countedAt !== undefined && { title: t.attributes.counted(formats.ago(usage.countedAt)) }),
    },
  ];
  return (
    <TableFrame label={t.attributes.title} headings={headings} minWidth={720} actions={90}>
      {lines.map((line) => (
        <AttributeRow key={line.definition.path} line={line} usage={usage} actions={actions} />
      ))}
    </TableFrame>
  );
}
