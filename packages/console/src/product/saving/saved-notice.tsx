import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';

/** How long a saved value can be undone with its notification, in milliseconds. */
const undoMs = 10_000;
/** The id of the notification of the last saved value. A new one replaces it, so that they do not cover the page. */
let last: string | undefined;

/** Reports that a value was saved, with a button that restores the former one. */
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
