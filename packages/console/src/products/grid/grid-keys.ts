import type { KeyboardEvent } from 'react';
import { clampRow, isVisible, nextRow, rowsPerPage, visibleRows } from './grid-rows.ts';
import { gridRowHeight } from './row-height.ts';

/** The keyboard actions of the grid. */
interface GridCommands {
  activate: (row: number) => void;
  scrollTo: (row: number) => void;
  toggle: (productId: string) => void;
  /** Shows or hides the preview of the active row. */
  preview: () => void;
  open: (productId: string) => void;
  /** Closes the preview. If no preview is open, clears the selection. */
  leave: () => void;
}

/** Handles a key press in the grid. Leaves keys with Ctrl, Meta or Alt to the browser. */
export function handleGridKey(
  event: KeyboardEvent<HTMLElement>,
  products: readonly { productId: string }[],
  active: number,
  { activate, scrollTo, toggle, preview, open, leave }: GridCommands,
): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const { scrollTop, clientHeight } = event.currentTarget;
  const rowHeight = gridRowHeight();
  const visible = visibleRows(scrollTop, clientHeight, rowHeight);
  const page = rowsPerPage(clientHeight, rowHeight);
  const product = products[active];
  const move = (row: number) => activate(clampRow(row, products.length));
  const step = (by: number) => move(nextRow(active, by, visible));
  /** Runs an action on the active row if the row is visible. Otherwise only scrolls to the row, so that no row is changed out of sight. */
  const actInView = (act: () => void) => (isVisible(active, visible) ? act() : scrollTo(active));
  const keys: Record<string, (() => void) | undefined> = {
    j: () => step(1),
    ArrowDown: () => step(1),
    k: () => step(-1),
    ArrowUp: () => step(-1),
    PageDown: () => step(page),
    PageUp: () => step(-page),
    Home: () => move(0),
    End: () => move(products.length - 1),
    x: product && (() => actInView(() => toggle(product.productId))),
    ' ': product && (() => actInView(preview)),
    Enter: product && (() => actInView(() => open(product.productId))),
    Escape: leave,
  };
  const act = keys[event.key];
  if (!act || (event.target !== event.currentTarget && event.key === ' ')) return;
  event.preventDefault();
  act();
}
