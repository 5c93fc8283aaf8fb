import { Stack, Text } from '@mantine/core';
import type { ImportMappingInfo } from '@pimento/contract';
import { deleteImportMapping } from '@pimento/contract/wire';
import { useChange } from '../../session/use-change.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { FailedAction } from '../../ui/failed-action.tsx';
import { useWizardTexts } from '../texts/wizard-texts.ts';

/** Asks for confirmation before a mapping is deleted. */
export function DeleteMappingDialog(props: { mapping: ImportMappingInfo; onClose: () => void }) {
  const { mapping, onClose } = props;
  const { name, version } = mapping;
  const texts = useWizardTexts();
  const deletion = useChange(
    (api, _input: void) => api.call(deleteImportMapping, { params: { name }, query: { expectedVersion: version } }),
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
