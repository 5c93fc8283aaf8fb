import { visibleText } from '@pimento/contract/text';
import { Anchor, Paper, Stack, Text, Title } from '@mantine/core';
import { listProducts } from '@pimento/contract/wire';
import { Link } from '@tanstack/react-router';
import { useFormats, useMessages } from '../i18n/language.tsx';
import { useCall } from '../session/use-call.ts';
import { maxCompared } from './compare/compare-search.ts';

const shown = 8;

/** Other members of the product's family (at most 8), with links to their comparison and to all members. */
export function FamilyPanel({ productId, family }: { productId: string; family: string }) {
  const t = useMessages();
  const formats = useFormats();
  const { data } = useCall(listProducts, { query: { family, limit: shown + 1, count: true, fields: ['__NAME'] } });
  const others = (data?.products ?? []).filter((record) => record.productId !== productId).slice(0, shown);
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h5">
        {t.product.family}
      </Title>
      <Text size="xs" c="dimmed" mb="xs" style={{ overflowWrap: 'anywhere' }}>
        {family}
      </Text>
      <Stack gap={4}>
        {others.map((record) => (
          <Anchor
            key={record.productId}
            component={Link}
            to={`/products/${encodeURIComponent(record.productId)}`}
            size="sm"
            style={{ overflowWrap: 'anywhere' }}
          >
            {record.product.__NAME ?? visibleText(record.productId)}
          </Anchor>
        ))}
        {data && others.length === 0 && (
          <Text size="sm" c="dimmed">
            {t.product.onlyMember}
          </Text>
        )}
        {others.length > 0 && (
          <Anchor
            size="sm"
            mt={4}
            renderRoot={(root) => (
              <Link
                {...root}
                to="/compare"
                search={{ productId: [productId, ...others.map((one) => one.productId)].slice(0, maxCompared) }}
              />
            )}
          >
            {t.palette.compare}
          </Anchor>
        )}
        {(data?.count ?? 0) > 1 && (
          <Anchor size="sm" mt={4} renderRoot={(root) => <Link {...root} to="/products" search={{ family }} />}>
            {t.product.wholeFamily(formats.number(data?.count ?? 0))}
          </Anchor>
        )}
      </Stack>
    </Paper>
  );
}
