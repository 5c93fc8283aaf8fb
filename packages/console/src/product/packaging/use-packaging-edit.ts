import { useState } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { useUnsaved } from '../../ui/use-unsaved.ts';
import { copyText } from '../values/copy-text.ts';
import { useDraft, useIsGone } from '../values/product-drafts.tsx';
import { isDeletionReported } from '../saving/save-values.ts';
import { useGuardedSave } from '../saving/use-guarded-save.ts';
import { areSameLinks, type Link, packagingValue } from './links.ts';

/**
 * Edits all packaging links of a product together.
 * @param stored the links that are currently stored
 * @param onClose closes the editor. It is called after the links are saved and by `leave`
 */
export function usePackagingEdit(productId: string, stored: Link[], onClose: () => void) {
  const t = useMessages();
  const [seen, setSeen] = useState(stored);
  const [links, setLinks] = useState(stored);
  const save = useGuardedSave(productId, 'PACKAGING', t.product.saved(t.product.packaging), onClose);
  const isGone = useIsGone();
  const isConflict = !isGone && !save.isPending && !areSameLinks(stored, seen);
  const isTyped = !areSameLinks(links, seen);
  const mayLeave = useUnsaved(
    isTyped && !save.isStored,
    () => `${t.product.packaging}:\n${copyText(packagingValue(links))}`,
  );
  useDraft('PACKAGING', isTyped);
  // true if the alert for a conflict or a deletion already explains the failure
  const isExplained = isConflict || (isGone && isDeletionReported(save.error));
  return {
    links,
    setLinks,
    isGone,
    isConflict,
    isSaving: save.isPending,
    error: isExplained ? null : save.error,
    /** Closes the editor. Asks for confirmation if there are unsaved changes. */
    leave: () => {
      if (mayLeave()) onClose();
    },
    store: () => save.store(packagingValue(links), packagingValue(seen)),
    restore: () => save.restoreAndStore(packagingValue(links), packagingValue(seen)),
    keepMine: () => {
      setSeen(stored);
      save.store(packagingValue(links), packagingValue(stored));
    },
    takeTheirs: () => {
      setSeen(stored);
      setLinks(stored);
      save.reset();
    },
  };
}
