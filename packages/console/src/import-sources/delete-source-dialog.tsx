import { Stack, Text } from '@mantine/core';
import type { ImportSource } from '@pimento/contract';
import { deleteImportSource } from '@pimento/contract/wire';
import { useChange } from '../session/use-change.ts';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { FailedAction } from '../ui/failed-action.tsx';
import { useSourceTexts } from './texts/source-texts.ts';

/** Asks before a source is deleted. */
export function DeleteSourceDialog({ source, onClose }: { source: ImportSource; onClose: () => void }) {
  const { name, version } = source;
  const texts = useSourceTexts();
  const deletion = useChange(
    (api, _input: void) => api.call(deleteImportSource, { params: { name }, query: { expectedVersion: version } }),
    () => {
      onClose();
      return texts.deleted(name);
    },
    { showsFailure: true },
  );
  return (
    <Dialog title={texts.deleteOf(name)} onClose={onClose}>
      <Stack>
        <Text size="sm">{texts.deleteText}</Text>
        <FailedAction error={deletion.error} />
        <DialogActions
          onClose={onClose}
          submit={texts.actions.delete}
          color="red"
          loading={deletion.isPending}
          onSubmit={() => deletion.mutate()}
        />
      </Stack>
    </Dialog>
  );
}
