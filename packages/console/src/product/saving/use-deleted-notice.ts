import { notifications } from '@mantine/notifications';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import { useChange } from '../../session/use-change.ts';
import { restoreProducts } from './restore-products.ts';
import { showSaved } from './saved-notice.tsx';
import { useSavedTexts } from './saved-texts.ts';

/** Returns a function that reports a few deleted products and offers to restore them, one by one. */
export function useDeletedNotice(): (message: string, productIds: readonly string[]) => void {
  const t = useMessages();
  const formats = useFormats();
  const texts = useSavedTexts();
  const undo = useChange(
    (api, productIds: readonly string[]) => restoreProducts(api, productIds),
    ({ restored, failed }) => {
      if (failed.length === 0) return texts.restored(formats.number(restored));
      notifications.show({
        message: texts.notRestored(formats.number(restored), formats.number(failed.length)),
        color: 'red',
        autoClose: 8000,
        closeButtonProps: { 'aria-label': t.common.close },
      });
      return undefined;
    },
  );
  return (message, productIds) =>
    showSaved({
      message,
      undo: texts.undo,
      close: t.common.close,
      onUndo: () => {
        document.getElementById('content')?.focus();
        undo.mutate(productIds);
      },
    });
}
