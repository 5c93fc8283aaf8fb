import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { Client } from '@pimento/client';
import { type BulkEdit, getBulkEdit } from '@pimento/contract/wire';
import { useNavigate } from '@tanstack/react-router';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import { showSaved } from '../../product/saving/saved-notice.tsx';
import { useChange } from '../../session/use-change.ts';

const pollMs = 300;

/** The texts about one kind of undo. All parameters are formatted numbers of products. */
interface UndoRunTexts {
  undo: string;
  show: string;
  showResult: string;
  restoring: (handled: string, chosen: string) => string;
  restored: (count: string) => string;
  /** Used if some products were not restored. */
  notAll: (restored: string, failed: string) => string;
  /** Used if the undo ended early. */
  ended: (restored: string) => string;
}

/**
 * Waits until an undo has ended. The service continues if this page is closed.
 * @param onProgress called with each interim report
 */
async function untilEnded(api: Client, started: BulkEdit, onProgress: (edit: BulkEdit) => void): Promise<BulkEdit> {
  let edit = started;
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
 * Returns functions that undo an act on many products, and that report such an act and offer to undo it. While products are restored, a
 * notification shows the progress and leads to the page of the undo.
 * @param start starts the undo of the act with this id
 */
export function useUndoRun(
  texts: UndoRunTexts,
  start: (api: Client, id: string) => Promise<BulkEdit>,
): {
  undo: (id: string) => void;
  report: (message: string, id: string) => void;
} {
  const t = useMessages();
  const formats = useFormats();
  const navigate = useNavigate();
  const closeButtonProps = { 'aria-label': t.common.close };
  const open = (editId: string) => void navigate({ to: `/imports/${editId}` });
  const change = useChange(
    async (api, id: string) => {
      let notice: string | undefined;
      const showProgress = ({ editId, handled, chosen }: BulkEdit) => {
        const text = texts.restoring(formats.number(handled), formats.number(chosen ?? 0));
        const message = <NoticeText text={text} button={texts.show} onPress={() => open(editId)} />;
        if (notice === undefined) notice = notifications.show({ message, autoClose: false, closeButtonProps });
        else notifications.update({ id: notice, message, autoClose: false, closeButtonProps });
      };
      try {
        return await untilEnded(api, await start(api, id), showProgress);
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
    report: (message, id) =>
      showSaved({
        message,
        undo: texts.undo,
        close: t.common.close,
        onUndo() {
          // the notification disappears; a focus elsewhere, for example in the list, stays
          if (document.activeElement?.closest('[role=alert]')) document.getElementById('content')?.focus();
          change.mutate(id);
        },
      }),
  };
}
