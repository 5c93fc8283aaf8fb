import { Table, Text } from '@mantine/core';
import type { ProductRecord } from '@pimento/contract';
import { visibleText } from '@pimento/contract/text';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import { textOfProblem } from '../../ui/problem-text.ts';
import { TableFrame } from '../../ui/tables/table-frame.tsx';
import type { RefusedChange } from './paste-answer.ts';
import type { LeftOutCell } from './paste-plan.ts';
import { usePasteTexts } from './paste-texts.ts';

const maxReasons = 10;
const maxNamed = 3;

/** Returns the name of a product, or its id if it has no name. */
export const productLabel = ({ product, productId }: ProductRecord): string =>
  typeof product['__NAME'] === 'string' ? product['__NAME'] : visibleText(productId);

/** The cells that do not change, by column and reason, with their products. @param title returns the heading for the number of cells */
export function LeftOut(props: {
  title: (count: string) => string;
  refused: readonly RefusedChange[];
  leftOut: readonly LeftOutCell[];
}) {
  const { title, refused, leftOut } = props;
  const t = useMessages();
  const texts = usePasteTexts();
  const formats = useFormats();
  const cells = [
    ...refused.map(({ change, problem }) => ({ cell: change, reason: textOfProblem(t, problem) })),
    ...leftOut.map((cell) => ({ cell, reason: texts[cell.reason] })),
  ];
  if (cells.length === 0) return null;
  const groups = [...Map.groupBy(cells, ({ cell, reason }) => JSON.stringify([cell.column.key, reason]))];
  const label = title(formats.number(cells.length));
  const hidden = groups.slice(maxReasons).reduce((sum, [, group]) => sum + group.length, 0);
  return (
    <div role="status">
      <Text size="sm" fw={600} mb={4}>
        {label}
      </Text>
      <TableFrame
        label={label}
        minWidth={420}
        headings={[{ label: texts.products }, { label: texts.column }, { label: texts.reason }]}
      >
        {groups.slice(0, maxReasons).map(([key, group]) => (
          <Table.Tr key={key}>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>
              {group
                .slice(0, maxNamed)
                .map(({ cell }) => productLabel(cell.record))
                .join(', ')}
              {group.length > maxNamed && ` ${texts.more(formats.number(group.length - maxNamed))}`}
            </Table.Td>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{group[0]?.cell.column.label}</Table.Td>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{group[0]?.reason}</Table.Td>
          </Table.Tr>
        ))}
      </TableFrame>
      {hidden > 0 && (
        <Text size="sm" c="dimmed">
          {texts.more(formats.number(hidden))}
        </Text>
      )}
    </div>
  );
}
