import { useEffect, useEffectEvent } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { useUnsaved } from '../../ui/use-unsaved.ts';
import { copyText } from './copy-text.ts';
import {
  beginDrafts,
  type DraftStore,
  draftState,
  followStored,
  isTypedDraft,
  settleDraft,
  useDraftOf,
  useDraftStore,
  useIsTogether,
} from '../saving/draft-store.ts';
import { useDraft, useIsGone } from './product-drafts.tsx';
import { isDeletionReported } from '../saving/save-values.ts';
import { useShared } from '../saving/shared-save.ts';
import { useGuardedSave } from '../saving/use-guarded-save.ts';

/**
 * Edits one value of a product. While several values are being edited, they are saved together.
 * @param name the attribute's name in the import format
 * @param stored the value that is currently stored
 */
export function useValueEdit(productId: string, name: string, label: string, stored: unknown) {
  const t = useMessages();
  const store = useDraftStore();
  const draft = useDraftOf(store, name);
  const isTogether = useIsTogether(store);
  const shared = useShared();
  useEffect(
    () => () => {
      // typed text stays, because a field also disappears for a moment when definitions change its position
      const last = store.all().get(name);
      if (last && !isTypedDraft(last)) store.remove([name]);
    },
    [store, name],
  );
  const discard = () => store.remove([name]);
  const save = useGuardedSave(productId, name, t.product.saved(label), (sent, seen) =>
    settleDraft(store, name, sent, seen),
  );
  const isTyped = draft !== undefined && isTypedDraft(draft);
  const mayDiscard = useUnsaved(
    isTyped && !save.isStored && !shared.isStored,
    () => `${label}:\n${copyText(draft?.value)}`,
  );
  useDraft(name, isTyped);
  const isGone = useIsGone();
  const isSaving = save.isPending || shared.isPending;
  const state = draft === undefined || isGone || isSaving ? 'current' : draftState(draft, stored);
  const isConflict = state === 'conflict';
  useEffect(() => {
    if (draft && state === 'outdated') store.put(name, followStored(draft, stored));
  }, [store, name, draft, state, stored]);
  useSavingState(store, name, save);
  const error = save.error ?? shared.errorOf(name);
  // the error of a failed save is hidden if the alert for a conflict or a deletion already explains it
  const isExplained = isConflict || (isGone && isDeletionReported(error));
  return {
    draft,
    isTyped,
    /** True while other values are being edited, too. */
    isTogether,
    /** True if the product was deleted while its page was open. */
    isGone,
    /**
     * True if the stored value has changed since the edit began and the user must decide; false while saving, and if the product was
     * deleted.
     */
    isConflict,
    isSaving,
    error: isExplained ? null : error,
    begin: () => {
      save.reset();
      if (store.all().size === 0) shared.reset();
      beginDrafts(store, [{ name, label, value: stored }]);
    },
    change: (value: unknown) => {
      const before = store.all().get(name);
      if (before) store.put(name, { ...before, value });
    },
    discard,
    /** Discards the input, after a confirmation if the user has typed something. */
    leave: () => {
      if (mayDiscard()) discard();
    },
    store: () => {
      if (isTogether) shared.store();
      else if (draft) save.store(draft.value, draft.seen);
    },
    /**
     * Overwrites the stored value that caused the conflict. Saves immediately or, while several values are being edited, together with the
     * others.
     */
    keepMine: () => {
      if (!draft) return;
      store.put(name, { ...draft, seen: stored });
      if (!isTogether) save.store(draft.value, stored);
    },
    /** Restores the deleted product, then saves. */
    restore: () => {
      if (isTogether) shared.restore();
      else if (draft) save.restoreAndStore(draft.value, draft.seen);
    },
  };
}

/** Records in the draft that its value is being saved on its own. Forgets the error of the save when the input is closed in any way. */
function useSavingState(
  store: DraftStore,
  name: string,
  save: { isPending: boolean; error: Error | null; reset: () => void },
): void {
  const isOpen = useDraftOf(store, name) !== undefined;
  const { isPending } = save;
  useEffect(() => {
    store.setSaving(name, isPending);
    return () => store.setSaving(name, false);
  }, [store, name, isPending]);
  const forgetError = useEffectEvent(() => {
    if (save.error) save.reset();
  });
  useEffect(() => {
    if (!isOpen) forgetError();
  }, [isOpen]);
}

export type ValueEdit = ReturnType<typeof useValueEdit>;
