import { visibleText } from '@pimento/contract/text';
import { Anchor, Button, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { type Asset, listAssetUses } from '@pimento/contract/wire';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMessages } from '../../i18n/language.tsx';
import { useWork } from '../../session/session.tsx';
import { callKey } from '../../session/use-call.ts';
import { useStructure } from '../../session/use-structure.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { TableFrame } from '../../ui/tables/table-frame.tsx';

/** The products that refer to an asset, with the attributes that contain the reference. */
export function AssetUses({ asset }: { asset: Asset }) {
  const t = useMessages();
  const { api, clientId } = useWork();
  const { structure } = useStructure();
  const uses = useInfiniteQuery({
    queryKey: callKey(clientId, listAssetUses, asset.id),
    queryFn: ({ pageParam, signal }) =>
      api.call(listAssetUses, {
        params: { assetId: asset.id },
        query: { limit: 25, ...(pageParam === null ? {} : { startingAfter: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null, // the first page has no cursor
    getNextPageParam: (page) => page.next,
  });
  const products = uses.data?.pages.flatMap((page) => page.products) ?? [];
  const nameOf = (path: string) => {
    const definition = structure.all.find((one) => one.path === path);
    return t.reserved[path] ?? (definition ? structure.nameOf(definition) : path);
  };
  return (
    <section aria-label={t.assets.where}>
      <Title order={2} size="h5" mb={8}>
        {t.assets.where}
      </Title>
      <Stack gap="sm">
        {uses.isPending && <Skeleton height={80} />}
        {uses.isError && <ProblemAlert error={uses.error} retry={uses.refetch} />}
        {uses.isSuccess && products.length === 0 && (
          <Text size="sm" c="dimmed">
            {t.assets.nowhere}
          </Text>
        )}
        {products.length > 0 && (
          <TableFrame
            label={t.assets.where}
            minWidth={420}
            headings={[{ label: t.assets.product }, { label: t.assets.attribute }]}
          >
            {products.map(({ productId, name, attributes }) => (
              <Table.Tr key={productId}>
                <Table.Td>
                  <Anchor component={Link} to={`/products/${encodeURIComponent(productId)}`} size="sm" fw={500}>
                    {name ?? visibleText(productId)}
                  </Anchor>
                  {name !== null && (
                    <Text size="xs" ff="monospace" c="dimmed">
                      {visibleText(productId)}
                    </Text>
                  )}
                </Table.Td>
                <Table.Td>{attributes.map(nameOf).join(', ')}</Table.Td>
              </Table.Tr>
            ))}
          </TableFrame>
        )}
        {uses.hasNextPage && (
          <Button variant="default" loading={uses.isFetchingNextPage} onClick={() => void uses.fetchNextPage()}>
            {t.common.showMore}
          </Button>
        )}
      </Stack>
    </section>
  );
}
