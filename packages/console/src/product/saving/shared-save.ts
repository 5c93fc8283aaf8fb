import type { ItemProblem } from '@pimento/contract/wire';
import { createContext, use } from 'react';
import { fieldOfPath } from './field-of-path.ts';
import { type DraftStore, type Drafts, isTypedDraft, openDrafts, settleDraft } from './draft-store.ts';
import { hasIncompleteDate } from '../plain/date-input.tsx';
import { useSaveBarTexts } from './save-bar-texts.ts';
import { ValuesRefusedError } from './save-values.ts';
import { useGuardedSaves } from './use-guarded-saves.ts';

/** Saves all edited values of a product as one revision. */
export interface SharedSave {
  isPending: boolean;
  /** True as soon as the values are stored. */
  isStored: boolean;
  error: Error | null;
  /** Returns the part of the error that is about one attribute. */
  errorOf: (name: string) => Error | null;
  reset: () => void;
  /** Does nothing if a date is incomplete, which the browser then reports. A value that is still being saved on its own is left out. */
  store: () => void;
  /** Restores the deleted product, then saves. */
  restore: () => void;
}

const typedValues = (drafts: Drafts) =>
  [...openDrafts(drafts)]
    .filter(([, draft]) => isTypedDraft(draft))
    .map(([name, { value, seen }]) => ({ name, value, seen }));

/** Returns the problems of an error that the user must correct. A value that another user has changed has a separate alert. */
const problemsOf = (error: Error | null): ItemProblem[] =>
  error instanceof ValuesRefusedError ? error.errors.filter(({ code }) => code !== 'changed-meanwhile') : [];

/** Returns the names of the attributes that an error is about. */
export const refusedNames = (error: Error | null): string[] => [
  ...new Set(problemsOf(error).flatMap(({ path }) => fieldOfPath(path) ?? [])),
];

export function useSharedSave(productId: string, drafts: DraftStore): SharedSave {
  const texts = useSaveBarTexts();
  const save = useGuardedSaves(
    productId,
    (values) => texts.saved(values.length),
    (values) => {
      for (const { name, sent, stored } of values) settleDraft(drafts, name, sent, stored);
      // inputs without changes close, too
      drafts.remove([...openDrafts(drafts.all())].filter(([, draft]) => !isTypedDraft(draft)).map(([name]) => name));
    },
  );
  return {
    isPending: save.isPending,
    isStored: save.isStored,
    error: save.error,
    errorOf(name) {
      const errors = problemsOf(save.error).filter(({ path }) => fieldOfPath(path) === name);
      return errors.length === 0 ? null : new ValuesRefusedError(errors);
    },
    reset: save.reset,
    store() {
      if (hasIncompleteDate(document.querySelector('[data-saved-together]'))) return;
      const values = typedValues(drafts.all());
      if (values.length > 0) save.store(values);
      else drafts.remove(openDrafts(drafts.all()).keys());
    },
    restore: () => save.restoreAndStore(typedValues(drafts.all())),
  };
}

const none: SharedSave = {
  isPending: false,
  isStored: false,
  error: null,
  errorOf: () => null,
  reset: () => undefined,
  store: () => undefined,
  restore: () => undefined,
};

const SharedSaveContext = createContext<SharedSave>(none);

/** Provides the save of all edited values to the fields of a product. */
export const SharedSaveProvider: typeof SharedSaveContext = SharedSaveContext;

export const useShared = (): SharedSave => use(SharedSaveContext);
