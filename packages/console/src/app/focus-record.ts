/**
 * Loads code when an element of a page receives the focus for the first time. Records all elements that receive the focus until the code is
 * loaded.
 * @param start called with the loaded code and the elements, the last focused element last
 * @param signal stops the recording. `start` is then not called
 */
export function startOnFocus<Code>(
  page: EventTarget,
  load: () => Promise<Code>,
  { start, signal }: { start: (code: Code, seen: readonly (EventTarget | null)[]) => void; signal: AbortSignal },
): void {
  const seen: (EventTarget | null)[] = [];
  const begin = async () => {
    try {
      const code = await load();
      if (!signal.aborted) start(code, seen);
    } finally {
      page.removeEventListener('focusin', record);
    }
  };
  const record = ({ target }: Event) => {
    seen.push(target);
    if (seen.length === 1) void begin();
  };
  page.addEventListener('focusin', record, { signal });
}
