import { Anchor, Table, Text } from '@mantine/core';
import type { BulkEdit } from '@pimento/contract';
import { Link } from '@tanstack/react-router';
import { useFormats, useMessages } from '../i18n/language.tsx';
import { textOfProblem } from '../ui/problem-text.ts';
import { TableFrame } from '../ui/tables/table-frame.tsx';
import { useBulkTexts } from './texts/bulk-texts.ts';

const maxShown = 8;

/**
 * The most frequent reasons why products were rejected, each with one example and the number of its problems in `edit.errors`. The service
 * returns at most the first 1,000 problems there.
 */
export function BulkProblems({ edit }: { edit: BulkEdit }) {
  const t = useMessages();
  const texts = useBulkTexts();
  const formats = useFormats();
  if (edit.errors.length === 0) return null;
  const label = edit.dryRun && edit.undoes === null ? texts.why : texts.whyRejected;
  // the texts of `changed-meanwhile` differ only in the product id, so it is grouped by its code
  const groups = Map.groupBy(edit.errors, (error) =>
    error.code === 'changed-meanwhile' ? error.code : textOfProblem(t, error),
  );
  const shown = [...groups.values()].toSorted((a, b) => b.length - a.length).slice(0, maxShown);
  return (
    <div>
      <Text size="sm" fw={600} mb={4}>
        {label}
      </Text>
      <TableFrame
        label={label}
        minWidth={300}
        headings={[{ label: texts.reason }, { label: texts.product }, { label: texts.count, align: 'right' }]}
      >
        {shown.map((errors) => {
          const [first] = errors;
          return (
            first && (
              <Table.Tr key={textOfProblem(t, first)}>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{textOfProblem(t, first)}</Table.Td>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>
                  {first.productId !== undefined && (
                    <Anchor component={Link} to={`/products/${encodeURIComponent(first.productId)}`} size="sm">
                      {first.productId}
                    </Anchor>
                  )}
                </Table.Td>
                <Table.Td ta="right" className="number">
                  {formats.number(errors.length)}
                </Table.Td>
              </Table.Tr>
            )
          );
        })}
      </TableFrame>
    </div>
  );
}
