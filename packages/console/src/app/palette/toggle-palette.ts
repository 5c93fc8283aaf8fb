import { keepTypedKeys, takeTypedKeys } from './typed-keys.ts';

/** Loads the code of the palette when the palette is opened. */
export const loadPalette = () => import('./command-palette.tsx');

/** Ends the opening whose code is still being loaded. */
let cancelOpening: (() => void) | undefined;

/** Opens the palette, or closes it. While its code is being loaded, a second call or Escape cancels the opening. */
export async function togglePalette(): Promise<void> {
  if (cancelOpening) return cancelOpening();
  let isCanceled = false;
  let close: (() => void) | undefined;
  const cancel = () => {
    isCanceled = true;
    takeTypedKeys();
    if (cancelOpening === cancel) cancelOpening = undefined;
  };
  cancelOpening = cancel;
  keepTypedKeys(() => {
    cancel();
    close?.(); // the code has just been loaded, and the palette is about to take the focus
  });
  try {
    const palette = await loadPalette();
    if (isCanceled) return;
    close = palette.closePalette;
    palette.togglePalette();
  } catch {
    if (!isCanceled) takeTypedKeys(); // the palette itself offers to try again
  } finally {
    if (cancelOpening === cancel) cancelOpening = undefined;
  }
}
