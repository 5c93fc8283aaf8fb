import { visibleText } from '@pimento/contract/text';
import { Button, CloseButton, Group, Skeleton, Stack, Text } from '@mantine/core';
import { getProduct, type ProductRecord } from '@pimento/contract/wire';
import { IconArrowRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ProductAssets } from '../assets/record/product-assets.tsx';
import { useFormats, useMessages } from '../i18n/language.tsx';
import { primaryAsset } from '../product/values/primary-asset.ts';
import { ValueView } from '../product/values/value-view.tsx';
import { useCall } from '../session/use-call.ts';
import type { Structure } from '../session/structure.ts';
import { ProblemAlert } from '../ui/problem-alert.tsx';
import classes from '../product/product.module.css';
import panel from './product-preview.module.css';

/**
 * The panel ignores the pointer for this time after opening. If the panel covers the clicked row, the second click of a double click
 * therefore still reaches the row and opens the product.
 */
const doubleClickMs = 250;

/** Returns true for the first `doubleClickMs` after mounting. */
function useIsFresh(): boolean {
  const [isFresh, setFresh] = useState(true);
  useEffect(() => {
    const settled = setTimeout(() => setFresh(false), doubleClickMs);
    return () => clearTimeout(settled);
  }, []);
  return isFresh;
}

/** A read-only view of a product next to the list. The list keeps the keyboard focus, and its other rows can still be clicked. */
export function ProductPreview(props: { listed: ProductRecord; structure: Structure; onClose: () => void }) {
  const { listed, structure, onClose } = props;
  const { productId } = listed;
  const t = useMessages();
  const formats = useFormats();
  const record = useCall(getProduct, { params: { productId } });
  const isFresh = useIsFresh();
  return (
    <section
      className={panel.panel}
      data-fresh={isFresh || undefined}
      aria-label={t.products.previewOf}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <Group justify="space-between" wrap="nowrap" align="flex-start" className={panel.head}>
        <div className={panel.title} aria-live="polite">
          <Text fw={600}>{listed.product.__NAME ?? visibleText(productId)}</Text>
          <Text size="xs" c="dimmed" ff="monospace">
            {visibleText(productId)}
          </Text>
        </div>
        <CloseButton aria-label={t.common.close} onClick={onClose} />
      </Group>
      {/* takes the focus, so that a long product can be scrolled with the keyboard */}
      <div className={panel.body} tabIndex={0} role="group" aria-label={t.product.values}>
        <Stack gap="md">
          <Group justify="space-between">
            <Text size="xs" c="dimmed">
              {t.product.changed(formats.moment(listed.updated))}
            </Text>
            <Button
              component={Link}
              to={`/products/${encodeURIComponent(productId)}`}
              size="xs"
              rightSection={<IconArrowRight size={14} aria-hidden />}
            >
              {t.products.open}
            </Button>
          </Group>
          {record.isPending && <Skeleton height={240} />}
          {record.isError && <ProblemAlert error={record.error} retry={record.refetch} />}
          <ProductAssets key={productId} productId={productId}>
            <PreviewValues product={record.data?.product ?? {}} structure={structure} />
          </ProductAssets>
        </Stack>
      </div>
    </section>
  );
}

function PreviewValues({ product, structure }: { product: Record<string, unknown>; structure: Structure }) {
  const t = useMessages();
  const entries = Object.entries(product).filter(([key]) => key !== '__ID' && key !== '__NAME');
  return (
    <dl className={classes.preview}>
      {entries.map(([key, value]) => {
        const found = structure.find(key);
        const definition = key === primaryAsset.id ? primaryAsset : found;
        return (
          <div key={key}>
            <dt>{found ? structure.nameOf(found) : (t.reserved[key] ?? key)}</dt>
            <dd>
              <ValueView value={value} definition={definition} structure={structure} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
