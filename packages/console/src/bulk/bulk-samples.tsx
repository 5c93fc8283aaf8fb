import { Table, Text } from '@mantine/core';
import type { BulkEdit } from '@pimento/contract';
import { TableFrame } from '../ui/tables/table-frame.tsx';
import { useBulkTexts } from './texts/bulk-texts.ts';

type Cell = BulkEdit['samples'][number]['values'][number]['before'];

/** The first products that change, with the value before and after. */
export function BulkSamples({ edit }: { edit: BulkEdit }) {
  const texts = useBulkTexts();
  if (edit.samples.length === 0) return null;
  return (
    <div>
      <Text size="sm" fw={600} mb={4}>
        {texts.samples}
      </Text>
      <TableFrame
        label={texts.samples}
        minWidth={280}
        headings={[{ label: texts.product }, { label: texts.before }, { label: texts.after }]}
      >
        {edit.samples.flatMap(({ productId, name, values }) =>
          values.map(({ attribute, before, after }) => (
            <Table.Tr key={JSON.stringify([productId, attribute])}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{name ?? productId}</Table.Td>
              <Table.Td>
                <CellText cell={before} />
              </Table.Td>
              <Table.Td>
                <CellText cell={after} />
              </Table.Td>
            </Table.Tr>
          )),
        )}
      </TableFrame>
    </div>
  );
}

function CellText({ cell }: { cell: Cell }) {
  const texts = useBulkTexts();
  const isEmpty = cell === null;
  return (
    <Text size="sm" {...(isEmpty && { c: 'dimmed', fs: 'italic' })} style={{ overflowWrap: 'anywhere' }} lineClamp={3}>
      {isEmpty ? texts.none : Array.isArray(cell) ? cell.join(', ') : cell}
    </Text>
  );
}
