import { Skeleton } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { lazyPart } from '../ui/loading/lazy-part.tsx';

const ProductReadiness = lazyPart(
  async () => (await import('../readiness/product/product-readiness.tsx')).ProductReadiness,
);

/** The problems of the product on a channel. The chosen channel is part of the URL. */
export function ChannelReadiness({ productId }: { productId: string }) {
  const navigate = useNavigate();
  const { channel } = useSearch({ from: '/shell/products/$productId' });
  return (
    <Suspense fallback={<Skeleton height={240} />}>
      <ProductReadiness
        productId={productId}
        channelId={channel}
        onChannel={(next) => void navigate({ to: '.', search: { tab: 'readiness', channel: next }, replace: true })}
      />
    </Suspense>
  );
}
