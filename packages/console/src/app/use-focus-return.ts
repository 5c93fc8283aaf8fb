import { useEffect } from 'react';

/**
 * When a menu or dialog closes, returns the focus to the element that opened it. The code for this is loaded when an element receives the
 * focus for the first time.
 */
export function useFocusReturn(): void {
  useEffect(() => {
    const loading = new AbortController();
    const begin = async ({ target }: FocusEvent) => {
      const { returnFocus } = await import('./focus-return.ts');
      if (!loading.signal.aborted) loading.signal.addEventListener('abort', returnFocus(target));
    };
    document.addEventListener('focusin', (event) => void begin(event), { once: true, signal: loading.signal });
    return () => loading.abort();
  }, []);
}
