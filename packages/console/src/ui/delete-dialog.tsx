import { Stack, Text } from '@mantine/core';
import { Dialog, DialogActions } from './dialog.tsx';
import { FailedAction } from './failed-action.tsx';

/** Asks for confirmation before something is deleted, and shows why a deletion failed. */
export function DeleteDialog(props: {
  title: string;
  text: string;
  /** The text of the button that deletes. */
  submit: string;
  deletion: { error: Error | null; isPending: boolean; mutate: () => void };
  onClose: () => void;
}) {
  const { title, text, submit, deletion, onClose } = props;
  return (
    <Dialog title={title} onClose={onClose}>
      <Stack>
        <Text size="sm">{text}</Text>
        <FailedAction error={deletion.error} />
        <DialogActions
          onClose={onClose}
          submit={submit}
          color="red"
          loading={deletion.isPending}
          onSubmit={() => deletion.mutate()}
        />
      </Stack>
    </Dialog>
  );
}
