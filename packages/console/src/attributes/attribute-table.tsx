import { Paper, Table } from '@mantine/core';
import { useFormats, useMessages } from '../i18n/language.tsx';
import layout from '../ui/layout.module.css';
import { AttributeRow, type AttributeRowActions } from './attribute-row.tsx';
import type { AttributeLine } from './attribute-tree.ts';
import type { AttributeUsage } from './use-attribute-usage.ts';

export function AttributeTable(props: { lines: AttributeLine[]; usage: AttributeUsage; actions: AttributeRowActions }) {
  const { lines, usage, actions } = props;
  const t = useMessages();
  const formats = useFormats();
  return (
    <Paper withBorder className={layout.frame} tabIndex={0} role="group" aria-label={t.attributes.title}>
      <Table highlightOnHover miw={680}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t.attributes.name}</Table.Th>
            <Table.Th>{t.attributes.id}</Table.Th>
            <Table.Th>{t.attributes.type}</Table.Th>
            <Table.Th ta="right" title={usage.countedAt && t.attributes.counted(formats.ago(usage.countedAt))}>
              {t.attributes.used}
            </Table.Th>
            <Table.Th w={90}>
              <span className="sr-only">{t.attributes.actions}</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.map((line) => (
            <AttributeRow key={line.definition.path} line={line} usage={usage} actions={actions} />
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  );
}
