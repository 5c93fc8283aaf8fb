import { lazyPart } from '../ui/loading/lazy-part.tsx';

/** The preview. Its code is loaded as soon as the pointer or the focus enters the list, so that the preview opens without delay. */
export const ProductPreview = lazyPart(async () => (await import('./product-preview.tsx')).ProductPreview);
