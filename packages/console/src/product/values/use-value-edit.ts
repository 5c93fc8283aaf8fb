import { useState } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { useUnsaved } from '../../ui/use-unsaved.ts';
import { copyText } from './copy-text.ts';
import { useDraft, useIsGone } from './product-drafts.tsx';
import { isDeletionReported } from './save-values.ts';
import { useGuardedSave } from './use-guarded-save.ts';

/** The value in the input, and the value that was stored when the edit began. */
interface Draft {
  value: unknown;
  seen: unknown;
}

const isSameValue = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * Edits one value of a product.
 * @param name the attribute's name in the import format
 * @param stored the value that is currently stored
 */
export function useValueEdit(productId: string, name: string, label: string, stored: unknown) {
  const t = useMessages();
  const [draft, setDraft] = useState<Draft>();
  const discard = () => setDraft(undefined);
  // Text that the user typed while the value was being saved stays in the input.
  const save = useGuardedSave(productId, name, t.product.saved(label), (sent, seen) =>
    setDraft((before) => (before && !isSameValue(before.value, sent) ? { value: before.value, seen } : undefined)),
  );
  const isTyped = draft !== undefined && !isSameValue(draft.value, draft.seen);
  const mayDiscard = useUnsaved(isTyped && !save.isStored, () => `${label}:\n${copyText(draft?.value)}`);
  useDraft(name, isTyped);
  const isGone = useIsGone();
  const isConflict = draft !== undefined && !isGone && !save.isPending && !isSameValue(stored, draft.seen);
  // the error of a failed save is hidden if the alert for a conflict or a deletion already explains it
  const isExplained = isConflict || (isGone && isDeletionReported(save.error));
  return {
    draft,
    isTyped,
    /** True if the product was deleted while its page was open. */
    isGone,
    /** True if the stored value has changed since the edit began; false while saving, and if the product was deleted. */
    isConflict,
    isSaving: save.isPending,
    error: isExplained ? null : save.error,
    begin: () => {
      save.reset();
      setDraft({ value: stored, seen: stored });
    },
    change: (value: unknown) => setDraft((before) => before && { ...before, value }),
    discard,
    /** Discards the input, after a confirmation if the user has typed something. */
    leave: () => {
      if (mayDiscard()) discard();
    },
    store: () => draft && save.store(draft.value, draft.seen),
    /** Overwrites the stored value that caused the conflict. */
    keepMine: () => {
      if (!draft) return;
      setDraft({ ...draft, seen: stored });
      save.store(draft.value, stored);
    },
    /** Restores the deleted product, then saves. */
    restore: () => draft && save.restoreAndStore(draft.value, draft.seen),
  };
}

export type ValueEdit = ReturnType<typeof useValueEdit>;
