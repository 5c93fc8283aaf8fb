/** The preview, loaded when the pointer or focus enters the product list, so that it opens at the first press. */
export const loadPreview = () => import('./product-preview.tsx');
