import { useMemo, useState } from 'react';

/** Some products, or all that match except some. */
export interface Selection {
  kind: 'some' | 'all';
  /** Chosen ones of `some`, left-out ones of `all`. */
  ids: ReadonlySet<string>;
  has: (productId: string) => boolean;
  /** Number of chosen products, where it is known. */
  size: (matching: number | undefined) => number | undefined;
  toggle: (productId: string) => void;
  chooseAll: () => void;
  clear: () => void;
}

export function useSelection(): Selection {
  const [{ kind, ids }, setState] = useState<{ kind: 'some' | 'all'; ids: ReadonlySet<string> }>({
    kind: 'some',
    ids: new Set(),
  });
  return useMemo(
    () => ({
      kind,
      ids,
      has: (productId) => (kind === 'all') !== ids.has(productId),
      size: (matching) => (kind === 'some' ? ids.size : matching === undefined ? undefined : matching - ids.size),
      toggle: (productId) =>
        setState((before) => {
          const next = new Set(before.ids);
          if (!next.delete(productId)) next.add(productId);
          return { kind: before.kind, ids: next };
        }),
      chooseAll: () => setState({ kind: 'all', ids: new Set() }),
      clear: () => setState({ kind: 'some', ids: new Set() }),
    }),
    [kind, ids],
  );
}
