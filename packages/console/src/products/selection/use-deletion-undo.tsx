import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { Client } from '@pimento/client';
import { type BulkEdit, getBulkEdit, undoProductDeletion } from '@pimento/contract/wire';
import { useNavigate } from '@tanstack/react-router';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import { showSaved } from '../../product/saving/saved-notice.tsx';
import { useChange } from '../../session/use-change.ts';
import { useDeletionUndoTexts } from './deletion-undo-texts.ts';

const pollMs = 300;

/**
 * Undoes a deletion of products, and waits until it has ended. The service continues if this page is closed.
 * @param onProgress called with each interim report
 */
async function undoDeletion(api: Client, deletionId: string, onProgress: (edit: BulkEdit) => void): Promise<BulkEdit> {
  let edit = await api.call(undoProductDeletion, { params: { deletionId }, body: {} });
  while (edit.status === 'Running') {
    onProgress(edit);
    const { promise, resolve } = Promise.withResolvers<void>();
    setTimeout(resolve, pollMs);
    await promise;
    edit = await api.call(getBulkEdit, { params: { editId: edit.editId } });
  }
  return edit;
}

/** A text in a notification, with a button. */
function NoticeText({ text, button, onPress }: { text: string; button: string; onPress: () => void }) {
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <Text size="sm" className="number">
        {text}
      </Text>
      <Button size="compact-sm" variant="default" flex="none" onClick={onPress}>
        {button}
      </Button>
    </Group>
  );
}

/**
 * Returns `undo`, which undoes a deletion of many products, and `report`, which reports a deletion with a button that undoes it. While
 * products are being restored, a notification shows the progress and a button that opens the page of the undo.
 */
export function useDeletionUndo(): {
  undo: (deletionId: string) => void;
  report: (message: string, deletionId: string) => void;
} {
  const t = useMessages();
  const formats = useFormats();
  const texts = useDeletionUndoTexts();
  const navigate = useNavigate();
  const closeButtonProps = { 'aria-label': t.common.close };
  const open = (editId: string) => void navigate({ to: `/imports/${editId}` });
  const change = useChange(
    async (api, deletionId: string) => {
      let notice: string | undefined;
      const showProgress = ({ editId, handled, chosen }: BulkEdit) => {
        const text = texts.restoring(formats.number(handled), formats.number(chosen ?? 0));
        const message = <NoticeText text={text} button={texts.show} onPress={() => open(editId)} />;
        if (notice === undefined) notice = notifications.show({ message, autoClose: false, closeButtonProps });
        else notifications.update({ id: notice, message, autoClose: false, closeButtonProps });
      };
      try {
        return await undoDeletion(api, deletionId, showProgress);
      } finally {
        if (notice !== undefined) notifications.hide(notice);
      }
    },
    ({ editId, status, updated, rejected }) => {
      const restored = formats.number(updated);
      if (status === 'Completed' && rejected === 0) return texts.restored(restored);
      const text = status === 'Completed' ? texts.notAll(restored, formats.number(rejected)) : texts.ended(restored);
      notifications.show({
        message: <NoticeText text={text} button={texts.showResult} onPress={() => open(editId)} />,
        color: 'red',
        autoClose: 10_000,
        closeButtonProps,
      });
      return undefined;
    },
  );
  return {
    undo: change.mutate,
    report: (message, deletionId) =>
      showSaved({
        message,
        undo: texts.undo,
        close: t.common.close,
        onUndo() {
          document.getElementById('content')?.focus();
          change.mutate(deletionId);
        },
      }),
  };
}
