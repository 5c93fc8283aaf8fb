import type { ProductRecord } from '@pimento/contract';
import { useEffect, useState } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { type Draft, draftState, followStored, isTypedDraft } from '../../product/saving/draft-store.ts';
import { isDeletionReported } from '../../product/saving/save-values.ts';
import { useGuardedSave } from '../../product/saving/use-guarded-save.ts';
import { copyText } from '../../product/values/copy-text.ts';
import { useUnsaved } from '../../ui/use-unsaved.ts';
import type { Column } from '../grid/product-columns.ts';

/**
 * The draft of one cell. It is saved only if the stored value is still the one that the user saw.
 * @param stored the value that is stored now
 * @param onClose called when the value is stored
 */
export function useCellDraft(
  { product, productId }: ProductRecord,
  { key, label, names }: Column,
  stored: unknown,
  onClose: () => void,
) {
  const t = useMessages();
  const name = names.find((one) => Object.hasOwn(product, one)) ?? names[0] ?? key;
  const [draft, setDraft] = useState<Draft>({ label, value: stored ?? '', seen: stored, takesFocus: true });
  const save = useGuardedSave(productId, name, t.product.saved(label), onClose);
  const isTyped = isTypedDraft(draft);
  const mayLeave = useUnsaved(isTyped && !save.isStored, () => `${label}:\n${copyText(draft.value)}`);
  const state = save.isPending || save.isStored ? 'current' : draftState(draft, stored);
  useEffect(() => {
    if (state === 'outdated') setDraft((before) => followStored(before, stored));
  }, [state, stored]);
  const isConflict = state === 'conflict';
  return {
    name,
    stored,
    value: draft.value,
    isTyped,
    isConflict,
    isSaving: save.isPending || save.isStored,
    error: isConflict && isDeletionReported(save.error) ? null : save.error,
    mayLeave,
    change: (value: unknown) => setDraft((before) => ({ ...before, value })),
    store: () => save.store(draft.value, draft.seen),
    keepMine: () => {
      setDraft((before) => ({ ...before, seen: stored }));
      save.store(draft.value, stored);
    },
  };
}

export type CellDraft = ReturnType<typeof useCellDraft>;
