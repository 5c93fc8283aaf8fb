import { Anchor, Checkbox, Paper, Table, Text } from '@mantine/core';
import type { ChannelProduct } from '@pimento/contract';
import { Link } from '@tanstack/react-router';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import frame from '../../imports/imports.module.css';
import { useWork } from '../../session/session.tsx';
import { Reasons } from '../../connections/reasons.tsx';
import { StateBadge } from '../../connections/state-badge.tsx';

/** Products with their states; some can be chosen. */
export function ChannelProductTable(props: {
  products: ChannelProduct[];
  chosen: ReadonlySet<string>;
  onChosen: (chosen: ReadonlySet<string>) => void;
}) {
  const { products, chosen, onChosen } = props;
  const t = useMessages();
  const formats = useFormats();
  const { canWrite } = useWork();
  const allIds = products.map(({ productId }) => productId);
  const hasAll = allIds.every((id) => chosen.has(id));
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChosen(next);
  };
  return (
    <Paper withBorder className={frame.frame} tabIndex={0} role="group" aria-label={t.channels.products}>
      <Table highlightOnHover verticalSpacing="sm" miw={680}>
        <Table.Thead>
          <Table.Tr>
            {canWrite && (
              <Table.Th w={40}>
                <Checkbox
                  size="xs"
                  aria-label={t.channels.chooseShown}
                  checked={hasAll}
                  indeterminate={!hasAll && chosen.size > 0}
                  onChange={() => onChosen(new Set(hasAll ? [] : allIds))}
                />
              </Table.Th>
            )}
            <Table.Th>{t.channels.product}</Table.Th>
            <Table.Th>{t.channels.state}</Table.Th>
            <Table.Th>{t.channels.reasons}</Table.Th>
            <Table.Th>{t.channels.changed}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {products.map((product) => (
            <Table.Tr key={product.productId}>
              {canWrite && (
                <Table.Td>
                  <Checkbox
                    size="xs"
                    aria-label={t.products.choose(product.productId)}
                    checked={chosen.has(product.productId)}
                    onChange={() => toggle(product.productId)}
                  />
                </Table.Td>
              )}
              <Table.Td>
                <ProductName product={product} />
              </Table.Td>
              <Table.Td>
                <StateBadge state={product.state} />
              </Table.Td>
              <Table.Td>
                <Reasons judgement={product} />
              </Table.Td>
              <Table.Td style={{ whiteSpace: 'nowrap' }}>
                <Text size="sm">{formats.moment(product.changed)}</Text>
                {product.submissionId !== null && (
                  <Anchor component={Link} to={`/submissions/${product.submissionId}`} size="xs">
                    {t.channels.submission}
                  </Anchor>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  );
}

function ProductName({ product }: { product: ChannelProduct }) {
  const t = useMessages();
  const { productId, name, changedSince } = product;
  return (
    <>
      <Anchor
        component={Link}
        to={`/products/${encodeURIComponent(productId)}`}
        size="sm"
        fw={550}
        style={{ overflowWrap: 'anywhere' }}
      >
        {name ?? productId}
      </Anchor>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {[...(name === null ? [] : [productId]), ...(changedSince ? [t.channels.changedSince] : [])].join(' · ')}
      </Text>
    </>
  );
}
