import { Table, Text } from '@mantine/core';
import { useFormats } from '../../i18n/language.tsx';
import { useShowText } from '../../session/labels/use-show-text.ts';
import { shownValue } from '../../session/labels/value-text.ts';
import { TableFrame } from '../../ui/tables/table-frame.tsx';
import type { Column } from '../grid/product-columns.ts';
import { productLabel } from './left-out.tsx';
import type { CellChange } from './paste-plan.ts';
import { usePasteTexts } from './paste-texts.ts';

const maxShown = 12;

/** The first changes of a paste, with the value before and after. */
export function PasteChanges({ changes }: { changes: readonly CellChange[] }) {
  const texts = usePasteTexts();
  const formats = useFormats();
  if (changes.length === 0) return null;
  const label = changes.length > maxShown ? texts.firstChanges(formats.number(maxShown)) : texts.changes;
  return (
    <div>
      <Text size="sm" fw={600} mb={4}>
        {label}
      </Text>
      <TableFrame
        label={label}
        minWidth={420}
        headings={[{ label: texts.product }, { label: texts.column }, { label: texts.before }, { label: texts.after }]}
      >
        {changes.slice(0, maxShown).map(({ record, column, before, after }) => (
          <Table.Tr key={JSON.stringify([record.productId, column.key])}>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{productLabel(record)}</Table.Td>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{column.label}</Table.Td>
            <Table.Td>
              <CellText value={before} column={column} />
            </Table.Td>
            <Table.Td>
              <CellText value={after} column={column} />
            </Table.Td>
          </Table.Tr>
        ))}
      </TableFrame>
    </div>
  );
}

/** A value as the grid shows it. */
function CellText({ value, column }: { value: unknown; column: Column }) {
  const texts = usePasteTexts();
  const show = useShowText();
  const shown: unknown = column.shownBy ? shownValue(value, column.shownBy, show) : value;
  const text = [shown ?? []].flat().map(String).join(', ');
  const isEmpty = text === '';
  return (
    <Text size="sm" {...(isEmpty && { c: 'dimmed', fs: 'italic' })} style={{ overflowWrap: 'anywhere' }} lineClamp={3}>
      {isEmpty ? texts.none : text}
    </Text>
  );
}
