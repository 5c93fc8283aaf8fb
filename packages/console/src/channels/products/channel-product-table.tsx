import { Checkbox, Paper, Table } from '@mantine/core';
import type { ListedChannelProduct } from '@pimento/contract';
import { useMessages } from '../../i18n/language.tsx';
import layout from '../../ui/layout.module.css';
import { useReadinessTexts } from '../../readiness/texts/readiness-texts.ts';
import { useWork } from '../../session/session.tsx';
import { ChannelProductRow } from './channel-product-row.tsx';

/** Products with their states. Editors and owners can select products. */
export function ChannelProductTable(props: {
  products: ListedChannelProduct[];
  /** True if the channel has a data standard, so that its products have a readiness. */
  hasStandard: boolean;
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
}) {
  const { products, hasStandard, selected, onSelect } = props;
  const readiness = useReadinessTexts();
  const t = useMessages();
  const { canWrite } = useWork();
  const shownIds = products.map(({ productId }) => productId);
  const hasAll = shownIds.every((id) => selected.has(id));
  const toggle = (id: string) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    onSelect(next);
  };
  return (
    <Paper withBorder className={layout.frame} tabIndex={0} role="group" aria-label={t.channels.products}>
      <Table highlightOnHover miw={680}>
        <Table.Thead>
          <Table.Tr>
            {canWrite && (
              <Table.Th w={40}>
                <Checkbox
                  size="xs"
                  aria-label={t.channels.chooseShown}
                  checked={hasAll}
                  indeterminate={!hasAll && selected.size > 0}
                  onChange={() => onSelect(new Set(hasAll ? [] : shownIds))}
                />
              </Table.Th>
            )}
            <Table.Th>{t.channels.product}</Table.Th>
            <Table.Th>{t.channels.state}</Table.Th>
            {hasStandard && <Table.Th>{readiness.outcome}</Table.Th>}
            <Table.Th>{t.channels.reasons}</Table.Th>
            <Table.Th>{t.channels.changed}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {products.map((product) => (
            <ChannelProductRow
              key={product.productId}
              product={product}
              hasStandard={hasStandard}
              isSelected={selected.has(product.productId)}
              onToggle={() => toggle(product.productId)}
            />
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  );
}
