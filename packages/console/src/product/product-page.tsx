import { visibleText } from '@pimento/contract/text';
import { Badge, Box, Group, Skeleton, Stack, Tabs, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { ProblemError } from '@pimento/client';
import { type AnswerOf, getProduct, listProductChannels, type Product } from '@pimento/contract/wire';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Suspense, useEffect, useMemo, useState } from 'react';
import { ProductAssets } from '../assets/record/product-assets.tsx';
import { CommentCount, CommentsPanel } from '../comments/comments-loader.tsx';
import { useFormats, useMessages } from '../i18n/language.tsx';
import { useCall } from '../session/use-call.ts';
import type { Structure } from '../session/structure.ts';
import { useStructure } from '../session/use-structure.ts';
import { lazyPart } from '../ui/loading/lazy-part.tsx';
import { Settled } from '../ui/loading/settled.tsx';
import { Page } from '../ui/page.tsx';
import { ProblemAlert } from '../ui/problem-alert.tsx';
import { useTab } from '../ui/use-tab.ts';
import { ChannelReadiness } from './channel-readiness.tsx';
import { ChannelsPanel } from './channels-panel.tsx';
import { DeletedBanner } from './values/deleted-meanwhile.tsx';
import { DeletedProduct } from './deleted-product.tsx';
import { EditedOutcomes } from './saving/edited-outcomes.tsx';
import { firstPicture } from './first-picture.ts';
import { FamilyPanel } from './family-panel.tsx';
import { CellHistory } from './history/cell-history.tsx';
import { HistoryPanel } from './history/history-panel.tsx';
import { ListSteps } from './list-steps.tsx';
import { PackagingPanel } from './packaging/packaging-panel.tsx';
import { Gone, ProductDrafts, useIsGone, useUnsavedNames } from './values/product-drafts.tsx';
import { ProductPicture } from './product-picture.tsx';
import { ProductTrail } from './product-trail.tsx';
import { refusalsByField } from './rejection/failed-products.ts';
import { RefusalsContext } from './rejection/refusals-context.ts';
import { RejectionBars } from './rejection/rejection-bar.tsx';
import layout from '../ui/layout.module.css';
import { TabList } from '../ui/tabs/tab-list.tsx';
import { ProductValues } from './values/product-values.tsx';

const ProductMenu = lazyPart(async () => (await import('./product-menu.tsx')).ProductMenu);

/**
 * Number of checks by `Settled` before it shows the panels beside a product. In a narrow window the panels are below the values and must
 * wait longer, because React shows some values up to 300 ms after their code was loaded, or later on a busy machine.
 */
const revealChecks = { wide: 2, narrow: 24 };

/** Maximum time for which the values of a product are hidden while the reports of the channels are being loaded. */
const maxWaitMs = 1000;

export function ProductPage() {
  return (
    <ProductDrafts>
      <AnyProduct />
    </ProductDrafts>
  );
}

/** The page of a product, or of a deleted product. A page with unsaved input keeps showing the product after its deletion. */
function AnyProduct() {
  const { productId } = useParams({ from: '/shell/products/$productId' });
  const { structure, isPending } = useStructure();
  const record = useCall(getProduct, { params: { productId } }, { refetchMs: 30_000 });
  const unsaved = useUnsavedNames();
  const isGone = record.error instanceof ProblemError && record.error.code === 'unknown-product';
  if (isGone && (!record.data || unsaved.size === 0))
    return isPending ? null : <DeletedProduct key={productId} productId={productId} structure={structure} />;
  return (
    <Gone value={isGone}>
      <ExistingProduct productId={productId} record={record} structure={structure} isStructurePending={isPending} />
    </Gone>
  );
}

function ExistingProduct(props: {
  productId: string;
  record: UseQueryResult<AnswerOf<typeof getProduct>>;
  structure: Structure;
  isStructurePending: boolean;
}) {
  const { productId, record, structure, isStructurePending } = props;
  const t = useMessages();
  const isGone = useIsGone();
  const unsaved = [...useUnsavedNames()];
  const channels = useCall(listProductChannels, { params: { productId } }, { refetchMs: 15_000 });
  const standings = channels.data?.channels;
  const refusals = useMemo(() => refusalsByField(structure, standings ?? []), [structure, standings]);
  const product = record.data?.product;
  const isLate = useIsLate(productId);
  const isWide = useMediaQuery('(min-width: 75em)', undefined, { getInitialValueInEffect: false });
  // Waits for the reports of the channels, because they would move the values down if they appeared later. No space is reserved for them,
  // because most products have none, and their values would then move up.
  const isPending = record.isPending || isStructurePending || (channels.isPending && !isLate);
  const picture = product ? firstPicture(product, structure) : '';
  return (
    <Page
      title={(isPending ? undefined : product?.__NAME) ?? visibleText(productId)}
      wide
      // also without a picture, so that the title stays in its place while the product is loaded
      picture={<ProductPicture productId={productId} assetId={picture} />}
      subtitle={<Facts productId={productId} record={isPending ? undefined : record.data} />}
      actions={
        // as high as its buttons, so that nothing moves when their code is loaded
        <Group gap="xs" wrap="nowrap" mih={34}>
          <ListSteps productId={productId} />
          {product && !isPending && !isGone && (
            <Suspense fallback={<Box w={34} />}>
              <ProductMenu product={product} />
            </Suspense>
          )}
        </Group>
      }
    >
      {isGone && (
        <DeletedBanner
          productId={productId}
          unsaved={unsaved.map((name) => {
            const definition = structure.find(name);
            return definition ? structure.nameOf(definition) : (t.reserved[name] ?? name);
          })}
        />
      )}
      {record.isError && !isGone && <ProblemAlert error={record.error} retry={record.refetch} />}
      {isPending && !record.isError && <Skeleton height={400} />}
      {product && !isPending && !isGone && (
        <RejectionBars productId={productId} standings={standings ?? []} structure={structure} />
      )}
      {product && !isPending && (
        <div className={layout.columns}>
          <RefusalsContext value={refusals}>
            <ProductTabs productId={productId} product={product} structure={structure} />
          </RefusalsContext>
          {!isGone && (
            <div data-first>
              <ChannelsPanel productId={productId} />
            </div>
          )}
          <Settled data-rest checks={isWide ? revealChecks.wide : revealChecks.narrow}>
            <Stack gap="md">
              <Suspense>
                <CommentsPanel key={productId} subject={{ kind: 'product', id: productId }} />
              </Suspense>
              <PackagingPanel productId={productId} />
              {!isGone && product.__FAMILY !== undefined && (
                <FamilyPanel productId={productId} family={product.__FAMILY} />
              )}
            </Stack>
          </Settled>
        </div>
      )}
    </Page>
  );
}

/** Returns true if a product has been open for longer than `maxWaitMs`. */
function useIsLate(productId: string): boolean {
  const [late, setLate] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setLate(productId), maxWaitMs);
    return () => clearTimeout(timer);
  }, [productId]);
  return late === productId;
}

/** The values, the readiness and the history of a product. */
function ProductTabs({ productId, product, structure }: { productId: string; product: Product; structure: Structure }) {
  const t = useMessages();
  const isGone = useIsGone();
  const tabs = useTab(['values', 'readiness', 'history']);
  return (
    <Tabs {...tabs}>
      <TabList active={tabs.value} mb="md">
        <Tabs.Tab value="values">{t.product.values}</Tabs.Tab>
        {!isGone && <Tabs.Tab value="readiness">{t.channels.readiness}</Tabs.Tab>}
        <Tabs.Tab value="history">{t.product.history}</Tabs.Tab>
      </TabList>
      <Tabs.Panel value="values">
        <ProductAssets productId={productId}>
          <CellHistory productId={productId} structure={structure}>
            <ProductValues key={productId} productId={productId} product={product} structure={structure} />
          </CellHistory>
        </ProductAssets>
      </Tabs.Panel>
      {!isGone && (
        <Tabs.Panel value="readiness">
          <ChannelReadiness productId={productId} />
        </Tabs.Panel>
      )}
      <Tabs.Panel value="history">
        <HistoryPanel key={productId} productId={productId} structure={structure} isDeleted={isGone} />
      </Tabs.Panel>
    </Tabs>
  );
}

/** The breadcrumbs below the name of the product, and facts such as its category and revision. */
function Facts(props: { productId: string; record: AnswerOf<typeof getProduct> | undefined }) {
  const { productId, record } = props;
  const t = useMessages();
  const formats = useFormats();
  const category = record?.product.__CATEGORY;
  return (
    <Stack gap={6} mt={4}>
      <ProductTrail productId={productId} />
      {record && (
        <Group gap="xs">
          {category !== undefined && (
            <Badge
              size="lg"
              renderRoot={(root) => <Link {...root} to="/products" search={{ category: category }} />}
              style={{ cursor: 'pointer' }}
            >
              {category}
            </Badge>
          )}
          <Text size="xs" c="dimmed">
            {t.product.revision(formats.number(record.revision))} · {t.product.changed(formats.moment(record.updated))}
          </Text>
          <EditedOutcomes productId={productId} updated={record.updated} />
          <Suspense>
            <CommentCount subject={{ kind: 'product', id: productId }} />
          </Suspense>
        </Group>
      )}
    </Stack>
  );
}
