import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';

interface Drafts {
  /** What the import calls the attributes in which something else is typed than was stored. */
  unsaved: ReadonlySet<string>;
  note: (name: string, isUnsaved: boolean) => void;
}

const DraftsContext = createContext<Drafts>({ unsaved: new Set(), note: () => undefined });
/** Whether the product was deleted while its page was open. */
const GoneContext = createContext(false);

/** What is typed on the page of a product: it stays there whatever becomes of the product meanwhile. */
export function ProductDrafts({ children }: { children: ReactNode }) {
  const [unsaved, setUnsaved] = useState<ReadonlySet<string>>(() => new Set());
  const drafts = useMemo(
    (): Drafts => ({
      unsaved,
      note: (name, isUnsaved) =>
        setUnsaved((before) => {
          if (before.has(name) === isUnsaved) return before;
          return isUnsaved ? new Set([...before, name]) : before.difference(new Set([name]));
        }),
    }),
    [unsaved],
  );
  return <DraftsContext value={drafts}>{children}</DraftsContext>;
}

export const useUnsavedNames = (): ReadonlySet<string> => use(DraftsContext).unsaved;

/** Says whether something is typed in an attribute, for as long as it is edited. */
export function useDraft(name: string, isUnsaved: boolean): void {
  const { note } = use(DraftsContext);
  useEffect(() => note(name, isUnsaved), [name, isUnsaved]);
  useEffect(() => () => note(name, false), [name]);
}

export const Gone: typeof GoneContext = GoneContext;
export const useIsGone = (): boolean => use(GoneContext);
