const overlays = '[role="dialog"], [role="menu"]';
const maxRemembered = 12;

interface Focused {
  element: HTMLElement;
  isInOverlay: boolean;
  /** The element that labels the overlay around `element`. A menu is labelled by the button that opens it. */
  opener: HTMLElement | null;
}

function focused(element: HTMLElement): Focused {
  const overlay = element.closest(overlays);
  const opener = document.getElementById(overlay?.getAttribute('aria-labelledby') ?? '');
  return { element, isInOverlay: overlay !== null, opener };
}

const isVisible = (element: HTMLElement) => element.isConnected && element.checkVisibility();

/**
 * When a menu or dialog closes while it contains the focus, returns the focus to the element that opened it. Otherwise the browser would
 * move the focus to the top of the page. The component library does this only for overlays that open after they are mounted. Overlays that
 * are loaded on demand are already open when they are mounted.
 * @param seen the elements that have received the focus so far. The last one has the focus, unless it was removed
 * @returns a function that stops the tracking
 */
export function returnFocus(seen: readonly (EventTarget | null)[]): () => void {
  let had = seen
    .filter((element, at) => seen.lastIndexOf(element) === at)
    .filter((element) => element instanceof HTMLElement)
    .map(focused);
  const record = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    const others = had.filter(({ element }) => element !== target && element.isConnected);
    had = [...others, focused(target)].slice(-maxRemembered);
  };
  const restore = () => {
    const last = had.at(-1);
    if (!last?.isInOverlay || last.element.isConnected) return;
    if (document.activeElement !== null && document.activeElement !== document.body) return;
    had = had.filter(({ element }) => isVisible(element));
    const opener = last.opener && isVisible(last.opener) ? last.opener : had.at(-1)?.element;
    opener?.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(restore);
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', record);
  restore();
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', record);
  };
}
