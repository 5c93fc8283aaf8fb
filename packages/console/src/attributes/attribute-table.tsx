import { Checkbox } from '@mantine/core';
import { useFormats, useMessages } from '../i18n/language.tsx';
import { useWork } from '../session/session.tsx';
import { TableFrame } from '../ui/tables/table-frame.tsx';
import { AttributeRow, type AttributeRowActions } from './attribute-row.tsx';
import type { AttributeLine } from './attribute-tree.ts';
import { useSelectionTexts } from './selection/selection-texts.ts';
import type { AttributeChoice } from './selection/use-attribute-choice.ts';
import type { AttributeUsage } from './use-attribute-usage.ts';

export function AttributeTable(props: {
  lines: AttributeLine[];
  usage: AttributeUsage;
  actions: AttributeRowActions;
  choice: AttributeChoice;
}) {
  const { lines, usage, actions, choice } = props;
  const texts = useSelectionTexts();
  const { canWrite } = useWork();
  const paths = new Set(lines.map(({ definition }) => definition.path));
  const hasAll = paths.isSubsetOf(choice.paths);
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
    <TableFrame
      label={t.attributes.title}
      headings={headings}
      minWidth={720}
      actions={90}
      choose={
        canWrite ? (
          <Checkbox
            size="xs"
            aria-label={texts.chooseShown}
            checked={hasAll}
            indeterminate={!hasAll && !paths.isDisjointFrom(choice.paths)}
            // the selection that a filter hides stays
            onChange={() => choice.set(hasAll ? choice.paths.difference(paths) : choice.paths.union(paths))}
          />
        ) : null
      }
    >
      {lines.map((line) => (
        <AttributeRow key={line.definition.path} line={line} usage={usage} actions={actions} choice={choice} />
      ))}
    </TableFrame>
  );
}
