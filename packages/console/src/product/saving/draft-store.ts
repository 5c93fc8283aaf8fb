import { createContext, use, useSyncExternalStore } from 'react';
import { isRows } from '../rows/row-path.ts';

/** The input of one value that is being edited. */
export interface Draft {
  label: string;
  /** The value in the input. */
  value: unknown;
  /** The stored value on which the draft is based. At first, this is the value that was stored when the edit began. */
  seen: unknown;
  /** True if the input receives the focus when it appears. */
  takesFocus: boolean;
  /** True while the value is being saved on its own, not together with the other drafts. */
  isSaving?: boolean;
}

/** Drafts by the names of their attributes in the import format. */
export type Drafts = ReadonlyMap<string, Draft>;

/**
 * Returns undefined for an empty value. An emptied input has '' or an empty list, but a product without the value has no property for it.
 */
const withoutEmpty = (value: unknown): unknown =>
  value === '' || value === null || (Array.isArray(value) && value.length === 0) ? undefined : value;

/** Compares a typed value with a stored one. */
const isSameDraft = (a: unknown, b: unknown): boolean =>
  JSON.stringify(withoutEmpty(a)) === JSON.stringify(withoutEmpty(b));

export const isTypedDraft = ({ value, seen }: Draft): boolean => !isSameDraft(value, seen);

/**
 * Returns `current` if the stored value is the one that the user has seen. Otherwise returns `outdated` if the draft can follow the stored
 * value without a loss, and `conflict` if the user must decide. Pure.
 */
export function draftState(draft: Draft, stored: unknown): 'current' | 'outdated' | 'conflict' {
  if (isSameDraft(stored, draft.seen)) return 'current';
  if (isSameDraft(stored, draft.value)) return 'outdated';
  // the table of a composite keeps its own rows, so the user must decide even if the draft has no changes
  const isKept = isTypedDraft(draft) || isRows(draft.value) || isRows(stored);
  return isKept ? 'conflict' : 'outdated';
}

/** Adapts an outdated draft to the value that is stored now. */
export const followStored = (draft: Draft, stored: unknown): Draft => ({
  ...draft,
  value: isTypedDraft(draft) ? draft.value : stored,
  seen: stored,
});

/** Returns the drafts that can be saved now, which are all drafts that are not being saved on their own. */
export const openDrafts = (drafts: Drafts): Drafts =>
  new Map([...drafts].filter(([, { isSaving }]) => isSaving !== true));

/** The edited values of one product. They can be saved one by one or together. */
export interface DraftStore {
  subscribe: (listener: () => void) => () => void;
  /** Returns all drafts. Each change replaces the map. */
  all: () => Drafts;
  put: (name: string, draft: Draft) => void;
  remove: (names: Iterable<string>) => void;
  /** Records whether a value is being saved on its own. */
  setSaving: (name: string, isSaving: boolean) => void;
}

export function createDraftStore(): DraftStore {
  let drafts: Drafts = new Map();
  const listeners = new Set<() => void>();
  const replace = (next: Drafts) => {
    drafts = next;
    for (const listener of listeners) listener();
  };
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    all: () => drafts,
    put: (name, draft) => replace(new Map([...drafts, [name, draft]])),
    setSaving(name, isSaving) {
      const draft = drafts.get(name);
      if (draft && (draft.isSaving ?? false) !== isSaving)
        replace(new Map([...drafts, [name, { ...draft, isSaving }]]));
    },
    remove(names) {
      const removed = new Set(names);
      if ([...removed].some((name) => drafts.has(name)))
        replace(new Map([...drafts].filter(([name]) => !removed.has(name))));
    },
  };
}

/** Begins to edit values that are not being edited yet. The first input receives the focus. */
export function beginDrafts(
  store: DraftStore,
  fields: readonly { name: string; label: string; value: unknown }[],
): void {
  const closed = fields.filter(({ name }) => !store.all().has(name));
  for (const [at, { name, label, value }] of closed.entries())
    store.put(name, { label, value, seen: value, takesFocus: at === 0 });
}

/** Closes the input of a saved value. Text that was typed while the value was being saved stays in the input. */
export function settleDraft(store: DraftStore, name: string, sent: unknown, seen: unknown): void {
  const draft = store.all().get(name);
  if (!draft) return;
  if (isSameDraft(draft.value, sent)) store.remove([name]);
  else store.put(name, { ...draft, seen });
}

const StoreContext = createContext<DraftStore>(createDraftStore());

/** Provides the drafts of a product to its fields. */
export const DraftsProvider: typeof StoreContext = StoreContext;

export const useDraftStore = (): DraftStore => use(StoreContext);

/** Returns all drafts, and renders again with each change of one of them. */
export function useDrafts(store: DraftStore): Drafts {
  return useSyncExternalStore(store.subscribe, store.all);
}

/** Returns one draft, and renders again when it changes. */
export function useDraftOf(store: DraftStore, name: string): Draft | undefined {
  return useSyncExternalStore(store.subscribe, () => store.all().get(name));
}

/**
 * Returns true while several values are being edited, which are then saved together. A value that is being saved on its own does not count.
 */
export function useIsTogether(store: DraftStore): boolean {
  return useSyncExternalStore(store.subscribe, () => openDrafts(store.all()).size > 1);
}
