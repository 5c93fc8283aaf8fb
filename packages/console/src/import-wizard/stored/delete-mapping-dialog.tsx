import type { ImportMappingInfo } from '@pimento/contract';
import { deleteImportMapping } from '@pimento/contract/wire';
import { useChange } from '../../session/use-change.ts';
import { DeleteDialog } from '../../ui/delete-dialog.tsx';
import { useWizardTexts } from '../texts/wizard-texts.ts';

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
    <DeleteDialog
      title={texts.deleteOf(name)}
      text={texts.deleteText}
      submit={texts.actions.delete}
      deletion={deletion}
      onClose={onClose}
    />
  );
}
