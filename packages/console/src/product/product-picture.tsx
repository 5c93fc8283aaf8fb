import { UnstyledButton } from '@mantine/core';
import { Suspense, useState } from 'react';
import { AssetThumbnail } from '../assets/record/asset-thumbnail.tsx';
import { lazyPart } from '../ui/loading/lazy-part.tsx';
import { usePictureTexts } from './picture-texts.ts';
import classes from './product.module.css';

const PictureGallery = lazyPart(async () => (await import('./picture-gallery.tsx')).PictureGallery);

/** The picture in the head of a product's page; a click shows all pictures of the product. */
export function ProductPicture({ productId, assetId }: { productId: string; assetId: string }) {
  const texts = usePictureTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <UnstyledButton className={classes.picture} aria-label={texts.open} onClick={() => setOpen(true)}>
        <AssetThumbnail assetId={assetId} size="medium" alt="" iconSize={30} />
      </UnstyledButton>
      {isOpen && (
        <Suspense>
          <PictureGallery productId={productId} first={assetId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
