/** Loads the preview code; called when the pointer or focus enters the list, so that the preview opens without delay. */
export const loadPreview = () => import('./product-preview.tsx');
