import { useEffect } from 'react';

const overlays = '[role="dialog"], [role="menu"]';
const mostRemembered = 12;

/**
 * Gives the keyboard back to what opened a menu or dialog when that goes away with the element that had it; the browser would begin at the
 * top of the page. The components' own way of doing so misses what is open from its first moment, as everything here is that is loaded on
 * demand.
 */
export function useFocusReturn(): void {
  useEffect(() => {
    let had: { element: HTMLElement; isInOverlay: boolean }[] = [];
    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return;
      const others = had.filter(({ element }) => element !== target && element.isConnected);
      had = [...others, { element: target, isInOverlay: target.closest(overlays) !== null }].slice(-mostRemembered);
    };
    const giveBack = () => {
      const last = had.at(-1);
      if (!last?.isInOverlay || last.element.isConnected) return;
      if (document.activeElement !== null && document.activeElement !== document.body) return;
      had = had.filter(({ element }) => element.isConnected && element.checkVisibility());
      had.at(-1)?.element.focus({ preventScroll: true });
    };
    const watch = new MutationObserver(giveBack);
    watch.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('focusin', note);
    return () => {
      watch.disconnect();
      document.removeEventListener('focusin', note);
    };
  }, []);
}
