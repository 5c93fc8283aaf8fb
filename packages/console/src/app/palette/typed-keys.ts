/** Time in milliseconds after which keys are no longer kept, so that a palette that never opens does not swallow them for ever. */
const maxWaitMs = 10_000;

/** HTML attribute that marks the search field of the palette. */
export const searchMark = 'data-palette-search';

let typed = '';
let stop: (() => void) | undefined;
let cancel: (() => void) | undefined;
let isOpen = false;

/** Must be called when the palette has opened or closed. */
export function setPaletteOpen(opened: boolean): void {
  isOpen = opened;
}

function keep(event: KeyboardEvent): void {
  // the palette has the focus already, because it was opened again while it was fading out
  if (document.activeElement?.hasAttribute(searchMark) === true) return stop?.();
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === 'Escape') cancelTypedKeys();
  else if (event.key === 'Backspace') typed = typed.slice(0, -1);
  else if (event.key.length === 1) typed += event.key;
  else if (event.key !== 'Enter') return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/**
 * Keeps what is typed from now on until the palette takes it. Without this, the screen behind the palette would run the letters as its
 * shortcuts while the code of the palette is being loaded.
 * @param onCancel called if the user presses Escape, or calls the palette again, before the palette has taken the text
 */
export function keepTypedKeys(onCancel: () => void): void {
  if (isOpen || stop !== undefined) return;
  cancel = onCancel;
  const timer = setTimeout(takeTypedKeys, maxWaitMs);
  addEventListener('keydown', keep, { capture: true });
  stop = () => {
    stop = undefined;
    clearTimeout(timer);
    removeEventListener('keydown', keep, { capture: true });
  };
}

/** Drops what was typed, and stops keeping keys. Returns false if no keys are being kept. */
export function cancelTypedKeys(): boolean {
  if (stop === undefined) return false;
  takeTypedKeys();
  cancel?.();
  return true;
}

/** Returns what was typed since `keepTypedKeys`, and stops keeping keys. */
export function takeTypedKeys(): string {
  stop?.();
  const text = typed;
  typed = '';
  return text;
}
