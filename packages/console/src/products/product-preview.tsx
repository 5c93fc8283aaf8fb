import { visibleText } from '@pimento/contract/text';
import { Button, Drawer, Group, Skeleton, Stack, Text } from '@mantine/core';
import { getProduct } from '@pimento/contract/wire';
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

/**
 * The panel ignores the pointer for this time after opening, so that the second click of a double click reaches the row and opens the
 * product.
 */
const doubleClickMs = 250;
/** The duration of the animation: short enough to feel immediate, but long enough to avoid flicker. */
const slideMs = 80;

/** A read-only view of a product next to the list. */
export function ProductPreview(props: { productId: string | undefined; structure: Structure; onClose: () => void }) {
  const { productId, structure, onClose } = props;
  const t = useMessages();
  const formats = useFormats();
  const record = useCall(getProduct, { params: { productId: productId ?? '' } }, { enabled: productId !== undefined });
  const entries = Object.entries(record.data?.product ?? {}).filter(([key]) => key !== '__ID' && key !== '__NAME');
  const [isFresh, setFresh] = useState(true);
  useEffect(() => {
    const settled = setTimeout(() => setFresh(false), doubleClickMs);
    return () => clearTimeout(settled);
  }, []);
  const through = isFresh ? { pointerEvents: 'none' as const } : {};
  return (
    <Drawer
      opened={productId !== undefined}
      onClose={onClose}
      position="right"
      size={480}
      title={
        <div>
          <Text fw={650}>{record.data?.product.__NAME ?? visibleText(productId ?? '')}</Text>
          <Text size="xs" c="dimmed" ff="monospace">
            {visibleText(productId ?? '')}
          </Text>
        </div>
      }
      closeButtonProps={{ 'aria-label': t.common.close }}
      overlayProps={{ backgroundOpacity: 0.25 }}
      transitionProps={{ duration: slideMs }}
      styles={{ overlay: through, content: through }}
    >
      <Stack gap="md">
        {productId !== undefined && (
          <Group justify="space-between">
            <Text size="xs" c="dimmed">
              {record.data ? t.product.changed(formats.moment(record.data.updated)) : ''}
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
        )}
        {record.isPending && <Skeleton height={240} />}
        {record.isError && <ProblemAlert error={record.error} retry={record.refetch} />}
        {productId !== undefined && (
          <ProductAssets productId={productId}>
            <dl className={classes.preview}>
              {entries.map(([key, value]) => {
                const definition = key === primaryAsset.id ? primaryAsset : structure.find(key);
                return (
                  <div key={key}>
                    <dt>{structure.find(key)?.name ?? t.reserved[key] ?? key}</dt>
                    <dd>
                      <ValueView value={value} definition={definition} structure={structure} />
                    </dd>
                  </div>
                );
              })}
            </dl>
          </ProductAssets>
        )}
      </Stack>
    </Drawer>
  );
}
