import { useMessages } from '../../i18n/language.tsx';
import { useChange } from '../../session/use-change.ts';
import { saveValues } from './save-values.ts';
import { showSaved } from './saved-notice.tsx';
import { useSavedTexts } from './saved-texts.ts';

/** A value that was saved. */
export interface SavedValue {
  /** The attribute's name in the import format. */
  name: string;
  value: unknown;
  /** The stored value that the user saw before the save. */
  seen: unknown;
  /** The value as it is stored, which can be written differently; absent if it is unknown. */
  stored?: unknown;
}

const storedOf = (saved: SavedValue): unknown => ('stored' in saved ? saved.stored : saved.value) ?? null;

/** Moves the focus from the button of the notification, which disappears, to the button that edits the value, or else to the page. */
function focusField(name: string): void {
  const edit = document.querySelector<HTMLElement>(`[data-edits="${CSS.escape(name)}"]`);
  (edit ?? document.getElementById('content'))?.focus();
}

/**
 * Returns a function that reports saved values and offers to undo them together. The undo fails if one of them has changed again by then.
 */
export function useSavedNotice(
  productId: string,
  messageOf: (saved: readonly SavedValue[]) => string,
): (saved: readonly SavedValue[]) => void {
  const t = useMessages();
  const texts = useSavedTexts();
  const undo = useChange(
    (api, saved: readonly SavedValue[]) =>
      saveValues(
        api,
        productId,
        Object.fromEntries(saved.map((one) => [one.name, one.seen ?? null])),
        Object.fromEntries(saved.map((one) => [one.name, storedOf(one)])),
      ),
    () => texts.undone,
  );
  return (saved) =>
    showSaved({
      message: messageOf(saved),
      undo: texts.undo,
      close: t.common.close,
      onUndo: () => {
        focusField(saved[0]?.name ?? '');
        undo.mutate(saved);
      },
    });
}
