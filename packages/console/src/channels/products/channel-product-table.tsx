import { Checkbox } from '@mantine/core';
import type { ListedChannelProduct } from '@pimento/contract';
import { useMessages } from '../../i18n/language.tsx';
import { useReadinessTexts } from '../../readiness/texts/readiness-texts.ts';
import { useWork } from '../../session/session.tsx';
import { TableFrame } from '../../ui/tables/table-frame.tsx';
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
  const headings = [
    { label: t.channels.product },
    { label: t.channels.state },
    ...(hasStandard ? [{ label: readiness.outcome }] : []),
    { label: t.channels.reasons },
    { label: t.channels.changed },
  ];
  return (
    <TableFrame
      label={t.channels.products}
      headings={headings}
      minWidth={680}
      choose={
        canWrite ? (
          <Checkbox
            size="xs"
            aria-label={t.channels.chooseShown}
            checked={hasAll}
            indeterminate={!hasAll && selected.size > 0}
            onChange={() => onSelect(new Set(hasAll ? [] : shownIds))}
          />
        ) : null
      }
    >
      {products.map((product) => (
        <ChannelProductRow
          key={product.productId}
          product={product}
          hasStandard={hasStandard}
          isSelected={selected.has(product.productId)}
          onToggle={() => toggle(product.productId)}
        />
      ))}
    </TableFrame>
  );
}
