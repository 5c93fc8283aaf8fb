import { visibleText } from '@pimento/contract/text';
import { Anchor, Text } from '@mantine/core';
import type { ReadinessRow } from '@pimento/contract';
import { Link } from '@tanstack/react-router';
import { productOnChannel } from './product-on-channel.ts';

/** The name and id of a product, with a link to its values on the channel. */
export function ProductLink(props: { product: Pick<ReadinessRow, 'productId' | 'name'>; channelId: string }) {
  const { productId, name } = props.product;
  return (
    <>
      <Anchor
        component={Link}
        to={productOnChannel(productId, props.channelId)}
        size="sm"
        fw={500}
        style={{ overflowWrap: 'anywhere' }}
      >
        {name ?? visibleText(productId)}
      </Anchor>
      {name !== null && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {visibleText(productId)}
        </Text>
      )}
    </>
  );
}
