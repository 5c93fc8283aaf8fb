import { cancelTypedKeys, keepTypedKeys, takeTypedKeys } from './typed-keys.ts';

/** Loads the code of the palette when the palette is opened. */
export const loadPalette = () => import('./command-palette.tsx');

/**
 * Identifies the latest call that was not cancelled. Only this call opens the palette, because loads can end in a different order than they
 * began.
 */
let wanted: object | undefined;

/** Opens the palette, or closes it. Until its field has the focus, a second call or Escape cancels the opening. */
export async function togglePalette(): Promise<void> {
  if (cancelTypedKeys()) return;
  const mine = {};
  wanted = mine;
  let close: (() => void) | undefined;
  keepTypedKeys(() => {
    wanted = undefined;
    close?.();
  });
  try {
    const palette = await loadPalette();
    if (wanted !== mine) return;
    close = palette.closePalette;
    palette.togglePalette();
  } catch {
    if (wanted === mine) takeTypedKeys(); // the palette itself offers to try again
  }
}
