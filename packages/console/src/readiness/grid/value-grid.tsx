import { cutText } from '../../session/labels/cut-text.ts';
import { MultiSelect, Stack, Table, Text } from '@mantine/core';
import type { ReadinessRow, TargetValue } from '@pimento/contract';
import type { TargetNode, TargetTree } from '../../standards/targets/target-tree.ts';
import { valueText } from '../../standards/targets/value-text.ts';
import { TableFrame } from '../../ui/tables/table-frame.tsx';
import { OutcomeBadge } from '../outcome/outcome-badge.tsx';
import { problemKey, ReadinessProblemText } from '../outcome/problem-text.tsx';
import { OwnAttributes } from '../product/target-line.tsx';
import classes from '../readiness.module.css';
import { useReadinessTexts } from '../texts/readiness-texts.ts';
import { ProductLink } from '../outcome/product-link.tsx';
import { columnLabels, gridTargets, maxColumns } from './grid-columns.ts';

/** A field that selects the targets that the grid shows. */
export function ColumnChoice(props: {
  tree: TargetTree;
  columns: readonly string[];
  onColumns: (paths: string[]) => void;
}) {
  const { tree, columns, onColumns } = props;
  const t = useReadinessTexts();
  return (
    <MultiSelect
      label={t.grid.columns}
      description={t.grid.columnsHint(String(maxColumns))}
      searchable
      limit={100}
      maxValues={maxColumns}
      data={gridTargets(tree).map(({ target: { path, name } }) => ({
        value: path,
        label: name === path ? name : `${name} (${path})`,
      }))}
      value={[...columns]}
      onChange={onColumns}
    />
  );
}

/** Maximum number of code points of a value that a cell renders. A cell shows four lines, and values can be megabytes long. */
const maxShown = 500;

/** Products with their values on the channel, one column for each target. Cells with problems are marked and show the problems. */
export function ValueGrid(props: {
  channelId: string;
  products: readonly ReadinessRow[];
  /** The targets of the columns. */
  nodes: readonly TargetNode[];
  /** True while the values of these targets are being loaded. Earlier values stay visible. */
  isLoading: boolean;
}) {
  const { channelId, products, nodes, isLoading } = props;
  const t = useReadinessTexts();
  const labels = columnLabels(nodes);
  return (
    <TableFrame
      label={t.grid.label}
      minWidth={360 + 180 * nodes.length}
      // otherwise the columns of IDs become a few letters wide, and columns move when values arrive
      isFixed
      headings={[
        { label: t.product, width: 220 },
        { label: t.outcome, width: 130 },
        ...labels.map((label) => ({ label })),
      ]}
    >
      {products.map((product) => (
        <Table.Tr key={product.productId}>
          <Table.Td className={classes.cell}>
            <ProductLink product={product} channelId={channelId} />
          </Table.Td>
          <Table.Td className={classes.cell}>
            <OutcomeBadge outcome={product.outcome} />
          </Table.Td>
          {nodes.map((node) => (
            <ValueCell
              key={node.target.path}
              productId={product.productId}
              node={node}
              value={product.values?.find(({ target }) => target === node.target.path)}
              empty={isLoading ? '…' : t.noValue}
            />
          ))}
        </Table.Tr>
      ))}
    </TableFrame>
  );
}

function ValueCell(props: {
  productId: string;
  node: TargetNode;
  value: TargetValue | undefined;
  /** The text that is shown if there is no value. */
  empty: string;
}) {
  const { productId, node, value, empty } = props;
  const problems = value?.problems ?? [];
  const text = valueText(value?.value, node);
  const level = problems.some((one) => one.level === 'error') ? 'error' : problems.length > 0 ? 'warning' : undefined;
  const uses = [...new Set(problems.flatMap((problem) => problem.uses ?? []))];
  return (
    <Table.Td className={classes.cell} data-level={level}>
      <Text
        size="sm"
        {...(text === undefined ? { c: 'dimmed' } : {})}
        style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}
        lineClamp={4}
      >
        {text === undefined ? empty : cutText(text, maxShown)}
      </Text>
      {problems.length > 0 && (
        <Stack gap={2} mt={4} className={classes.wrong} data-level={level}>
          {problems.map((problem) => (
            <ReadinessProblemText key={problemKey(problem)} problem={problem} />
          ))}
          <OwnAttributes productId={productId} ids={uses} />
        </Stack>
      )}
    </Table.Td>
  );
}
