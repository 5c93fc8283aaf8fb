import { useEffect } from 'react';
import { startOnFocus } from './focus-record.ts';

/**
 * When a menu or dialog closes, returns the focus to the element that opened it. The code for this is loaded when an element receives the
 * focus for the first time.
 */
export function useFocusReturn(): void {
  useEffect(() => {
    const shown = new AbortController();
    startOnFocus(document, () => import('./focus-return.ts'), {
      start: ({ returnFocus }, seen) => shown.signal.addEventListener('abort', returnFocus(seen)),
      signal: shown.signal,
    });
    return () => shown.abort();
  }, []);
}
