import { Badge, Group, Skeleton, Stack, Tabs, Text } from '@mantine/core';
import { ProblemError } from '@pimento/client';
import { getProduct } from '@pimento/contract';
import { Link, useParams } from '@tanstack/react-router';
import { ProductAssets } from '../assets/asset-value.tsx';
import { useFormats, useMessages } from '../i18n/language.tsx';
import { useCall } from '../session/use-call.ts';
import { useStructure } from '../session/use-structure.ts';
import { Page } from '../ui/page.tsx';
import { ProblemAlert } from '../ui/problem-alert.tsx';
import { useTab } from '../ui/use-tab.ts';
import { ChannelsPanel } from './channels-panel.tsx';
import { DeletedProduct } from './deleted-product.tsx';
import { FamilyPanel } from './family-panel.tsx';
import { HistoryPanel } from './history-panel.tsx';
import { PackagingPanel } from './packaging-panel.tsx';
import { ProductTrail } from './product-trail.tsx';
import classes from './product.module.css';
import { ProductValues } from './product-values.tsx';

export function ProductPage() {
  const t = useMessages();
  const formats = useFormats();
  const { productId } = useParams({ from: '/shell/products/$productId' });
  const { structure, isPending: isStructurePending } = useStructure();
  const record = useCall(getProduct, { params: { productId } }, { refetchMs: 30_000 });
  const tabs = useTab(['values', 'history']);
  if (record.error instanceof ProblemError && record.error.code === 'unknown-product')
    return isStructurePending ? null : <DeletedProduct key={productId} productId={productId} structure={structure} />;
  const product = record.data?.product;
  return (
    <Page
      title={product?.__NAME ?? productId}
      wide
      subtitle={
        <Stack gap={6} mt={4}>
          <ProductTrail productId={productId} />
          {record.data && (
            <Group gap="xs">
              {product?.__CATEGORY !== undefined && (
                <Badge
                  variant="light"
                  size="lg"
                  tt="none"
                  component={Link}
                  to={`/products?category=${encodeURIComponent(product.__CATEGORY)}`}
                  style={{ cursor: 'pointer' }}
                >
                  {product.__CATEGORY}
                </Badge>
              )}
              <Text size="xs" c="dimmed">
                {t.product.revision(formats.number(record.data.revision))} ·{' '}
                {t.product.changed(formats.moment(record.data.updated))}
              </Text>
            </Group>
          )}
        </Stack>
      }
    >
      {record.isError && <ProblemAlert error={record.error} retry={record.refetch} />}
      {(record.isPending || isStructurePending) && <Skeleton height={400} />}
      {product && !isStructurePending && (
        <div className={classes.columns}>
          <Tabs {...tabs}>
            <Tabs.List mb="md">
              <Tabs.Tab value="values">{t.product.values}</Tabs.Tab>
              <Tabs.Tab value="history">{t.product.history}</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="values">
              <ProductAssets productId={productId}>
                <ProductValues key={productId} productId={productId} product={product} structure={structure} />
              </ProductAssets>
            </Tabs.Panel>
            <Tabs.Panel value="history">
              <HistoryPanel productId={productId} structure={structure} />
            </Tabs.Panel>
          </Tabs>
          <Stack gap="md">
            <ChannelsPanel productId={productId} />
            <PackagingPanel productId={productId} />
            {product.__FAMILY !== undefined && <FamilyPanel productId={productId} family={product.__FAMILY} />}
          </Stack>
        </div>
      )}
    </Page>
  );
}
