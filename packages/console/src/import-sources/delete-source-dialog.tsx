import type { ImportSource } from '@pimento/contract';
import { deleteImportSource } from '@pimento/contract/wire';
import { useChange } from '../session/use-change.ts';
import { DeleteDialog } from '../ui/delete-dialog.tsx';
import { useSourceTexts } from './texts/source-texts.ts';

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
    <DeleteDialog
      title={texts.deleteOf(name)}
      text={texts.deleteText}
      submit={texts.actions.delete}
      deletion={deletion}
      onClose={onClose}
    />
  );
}
