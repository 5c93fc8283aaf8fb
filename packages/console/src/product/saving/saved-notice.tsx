import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';

/** How long the notification with the undo button is shown, in milliseconds. */
const undoMs = 10_000;
/** The id of the latest notification. A new notification replaces it, so that they do not pile up and cover the page. */
let last: string | undefined;

/** Returns true if Ctrl Z belongs to the element with the focus, or to a dialog. */
const hasOwnUndo = (target: EventTarget | null): boolean =>
  document.querySelector('[role=dialog]') !== null ||
  (target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select')));

/**
 * Shows a notification with an undo button, for example after a value was saved. While it is shown, Ctrl Z outside of inputs and dialogs
 * does the same as the button.
 */
export function showSaved(options: { message: string; undo: string; close: string; onUndo: () => void }): void {
  const { message, undo, close, onUndo } = options;
  if (last !== undefined) notifications.hide(last);
  const gone = new AbortController();
  const undoOnce = () => {
    gone.abort();
    notifications.hide(id);
    onUndo();
  };
  const id = notifications.show({
    message: (
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text size="sm">{message}</Text>
        <Button size="compact-sm" variant="default" flex="none" onClick={undoOnce}>
          {undo}
        </Button>
      </Group>
    ),
    color: 'green',
    autoClose: undoMs,
    onClose: () => gone.abort(),
    closeButtonProps: { 'aria-label': close },
  });
  last = id;
  const onKey = (event: KeyboardEvent) => {
    const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey;
    if (!isUndo || event.defaultPrevented || hasOwnUndo(event.target)) return;
    event.preventDefault();
    undoOnce();
  };
  window.addEventListener('keydown', onKey, { signal: gone.signal });
}
