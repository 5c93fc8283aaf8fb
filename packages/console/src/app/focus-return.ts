const overlays = '[role="dialog"], [role="menu"]';
const mostRemembered = 12;

interface Focused {
  element: HTMLElement;
  isInOverlay: boolean;
  /** What the overlay is named after: of a menu the button that opens it. */
  opener: HTMLElement | null;
}

function focused(element: HTMLElement): Focused {
  const overlay = element.closest(overlays);
  const opener = document.getElementById(overlay?.getAttribute('aria-labelledby') ?? '');
  return { element, isInOverlay: overlay !== null, opener };
}

const isThere = (element: HTMLElement) => element.isConnected && element.checkVisibility();

/**
 * Gives the keyboard back to what opened a menu or dialog when that goes away with the element that had it; the browser would begin at the
 * top of the page. The components' own way of doing so misses what is open from its first moment, as everything here is that is loaded on
 * demand.
 * @param first what has the keyboard when this begins
 * @returns ends it
 */
export function returnFocus(first: EventTarget | null): () => void {
  let had: Focused[] = first instanceof HTMLElement ? [focused(first)] : [];
  const note = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    const others = had.filter(({ element }) => element !== target && element.isConnected);
    had = [...others, focused(target)].slice(-mostRemembered);
  };
  const giveBack = () => {
    const last = had.at(-1);
    if (!last?.isInOverlay || last.element.isConnected) return;
    if (document.activeElement !== null && document.activeElement !== document.body) return;
    had = had.filter(({ element }) => isThere(element));
    const opener = last.opener && isThere(last.opener) ? last.opener : had.at(-1)?.element;
    opener?.focus({ preventScroll: true });
  };
  const watch = new MutationObserver(giveBack);
  watch.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', note);
  return () => {
    watch.disconnect();
    document.removeEventListener('focusin', note);
  };
}
