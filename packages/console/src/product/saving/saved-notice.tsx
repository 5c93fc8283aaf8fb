import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';

/** How long the notification with the undo button is shown, in milliseconds. */
const undoMs = 10_000;
/** The id of the latest notification. A new notification replaces it, so that they do not pile up and cover the page. */
let last: string | undefined;

/** Shows a notification with an undo button, for example after a value was saved. */
export function showSaved(options: { message: string; undo: string; close: string; onUndo: () => void }): void {
  const { message, undo, close, onUndo } = options;
  if (last !== undefined) notifications.hide(last);
  const id = notifications.show({
    message: (
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text size="sm">{message}</Text>
        <Button
          size="compact-sm"
          variant="default"
          flex="none"
          onClick={() => {
            notifications.hide(id);
            onUndo();
          }}
        >
          {undo}
        </Button>
      </Group>
    ),
    color: 'green',
    autoClose: undoMs,
    closeButtonProps: { 'aria-label': close },
  });
  last = id;
}
