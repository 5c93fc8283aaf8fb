import { createContext, type ReactNode, use, useCallback, useEffect, useState } from 'react';

/** The names of the attributes with unsaved input, in the import format. */
type UnsavedNames = ReadonlySet<string>;

const UnsavedContext = createContext<UnsavedNames>(new Set());
/** Records whether the named attribute has unsaved input. */
const RecordContext = createContext<(name: string, isUnsaved: boolean) => void>(() => undefined);
/** True if the product was deleted while its page was open. */
const GoneContext = createContext(false);

/** Tracks unsaved input on a product's page, so that the input stays visible if the product is changed or deleted in the meantime. */
export function ProductDrafts({ children }: { children: ReactNode }) {
  const [unsaved, setUnsaved] = useState<UnsavedNames>(() => new Set());
  const record = useCallback(
    (name: string, isUnsaved: boolean) =>
      setUnsaved((before) => {
        if (before.has(name) === isUnsaved) return before;
        return isUnsaved ? new Set([...before, name]) : before.difference(new Set([name]));
      }),
    [],
  );
  return (
    <RecordContext value={record}>
      <UnsavedContext value={unsaved}>{children}</UnsavedContext>
    </RecordContext>
  );
}

export const useUnsavedNames = (): UnsavedNames => use(UnsavedContext);

/** Records whether an attribute has unsaved input, until editing ends. */
export function useDraft(name: string, isUnsaved: boolean): void {
  const record = use(RecordContext);
  useEffect(() => record(name, isUnsaved), [record, name, isUnsaved]);
  useEffect(() => () => record(name, false), [record, name]);
}

export const Gone: typeof GoneContext = GoneContext;
export const useIsGone = (): boolean => use(GoneContext);
