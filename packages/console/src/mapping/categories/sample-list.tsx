import { Anchor, Text } from '@mantine/core';
import { visibleText } from '@pimento/contract/text';
import { Link } from '@tanstack/react-router';
import { useFormats } from '../../i18n/language.tsx';
import { useMappingTexts } from '../texts/mapping-texts.ts';
import type { SampleProduct } from './rule-samples.ts';

const shownProducts = 8;

/** The number of sample products, and links to the first of them. */
export function SampleList({ products, total }: { products: readonly SampleProduct[]; total: number }) {
  const t = useMappingTexts();
  const formats = useFormats();
  return (
    <div aria-live="polite">
      <Text size="sm" c="dimmed">
        {t.categories.samples(formats.number(products.length), formats.number(total))}
      </Text>
      {products.length > 0 && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {products.slice(0, shownProducts).map(({ productId, name }, at) => (
            <span key={productId}>
              {at > 0 && ', '}
              <Anchor component={Link} to={`/products/${encodeURIComponent(productId)}`} size="sm">
                {name ?? visibleText(productId)}
              </Anchor>
            </span>
          ))}
          {products.length > shownProducts && ' …'}
        </Text>
      )}
    </div>
  );
}
