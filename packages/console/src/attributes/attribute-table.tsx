import { Checkbox } from '@mantine/core';
import { useFormats, useMessages } from '../i18n/language.tsx';
import { useWork } from '../session/session.tsx';
import { TableFrame } from '../ui/tables/table-frame.tsx';
import { RowSpace, useRowWindow } from './row-window.tsx';
import { AttributeRow, type AttributeRowActions } from './attribute-row.tsx';
import type { AttributeLine } from './attribute-tree.ts';
import { useSelectionTexts } from './selection/selection-texts.ts';
import type { AttributeChoice } from './selection/use-attribute-choice.ts';
import type { AttributeUsage } from './use-attribute-usage.ts';

/** The rows of the tree. Only those near the visible part of the page exist, because a standard such as GS1 has hundreds of definitions. */
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
  const rows = useRowWindow(lines.length, (index) => lines[index]?.definition.path ?? String(index));
  const formats = useFormats();
  const headings = [
    { label: t.attributes.name },
    { label: t.attributes.id, width: '28%' },
    { label: t.attributes.type, width: 200 },
    {
      label: t.attributes.used,
      width: 165,
      align: 'right' as const,
      ...(usage.countedAt !== undefined && { title: t.attributes.counted(formats.ago(usage.countedAt)) }),
    },
  ];
  return (
    <TableFrame
      label={t.attributes.title}
      headings={headings}
      minWidth={720}
      actions={106}
      isFixed
      rowCount={lines.length}
      choose={
        canWrite ? (
          <Checkbox
            size="xs"
            aria-label={texts.chooseShown}
            checked={hasAll}
            indeterminate={!hasAll && !paths.isDisjointFrom(choice.paths)}
            // selected attributes that a filter hides stay selected
            onChange={() => choice.set(hasAll ? choice.paths.difference(paths) : choice.paths.union(paths))}
          />
        ) : null
      }
    >
      <RowSpace ref={rows.start} height={rows.before} />
      {rows.indexes.map((index) => {
        const line = lines[index];
        return (
          line && (
            <AttributeRow
              key={line.definition.path}
              line={line}
              index={index}
              measure={rows.measure}
              usage={usage}
              actions={actions}
              choice={choice}
            />
          )
        );
      })}
      <RowSpace height={rows.after} />
    </TableFrame>
  );
}
