import { visibleText } from '@pimento/contract/text';
import { Anchor, Breadcrumbs, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMessages } from '../i18n/language.tsx';

/** Breadcrumbs that lead from the product list to the product. */
export function ProductTrail({ productId }: { productId: string }) {
  const t = useMessages();
  return (
    <Breadcrumbs separatorMargin={6} fz="sm">
      <Anchor component={Link} to="/products" size="sm">
        {t.products.title}
      </Anchor>
      <Text size="sm" ff="monospace" c="dimmed">
        {visibleText(productId)}
      </Text>
    </Breadcrumbs>
  );
}
