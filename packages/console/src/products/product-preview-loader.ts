import { lazyPart } from '../ui/loading/lazy-part.tsx';

/** The preview; its code is loaded when the pointer or focus enters the list, so that it opens without delay. */
export const ProductPreview = lazyPart(async () => (await import('./product-preview.tsx')).ProductPreview);
