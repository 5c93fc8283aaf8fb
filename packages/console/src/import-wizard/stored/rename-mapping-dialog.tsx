import { Stack, Text, TextInput } from '@mantine/core';
import type { ImportMappingInfo } from '@pimento/contract';
import { deleteImportMapping, getImportMappingDocument, putImportMapping } from '@pimento/contract/wire';
import { type FormEvent, useState } from 'react';
import { useChange } from '../../session/use-change.ts';
import { DialogActions, FormDialog } from '../../ui/dialog.tsx';
import { FailedAction } from '../../ui/failed-action.tsx';
import { useWizardTexts } from '../texts/wizard-texts.ts';

/**
 * Renames a mapping: stores it under the new name, which must be unused, and then deletes the old name, unless another person has changed
 * the old mapping in the meantime.
 */
export function RenameMappingDialog(props: { mapping: ImportMappingInfo; onClose: () => void }) {
  const { mapping, onClose } = props;
  const { name, version } = mapping;
  const texts = useWizardTexts();
  const [typed, setTyped] = useState(name);
  const next = typed.trim();
  const rename = useChange(
    async (api, _input: void) => {
      const body = await api.call(getImportMappingDocument, { params: { name }, query: { version } });
      await api.call(putImportMapping, { params: { name: next }, query: { expectedVersion: 0 }, body });
      await api.call(deleteImportMapping, { params: { name }, query: { expectedVersion: version } });
    },
    () => {
      onClose();
      return texts.renamed(next);
    },
    { showsFailure: true },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    rename.mutate();
  };
  return (
    <FormDialog action={rename} title={texts.renameOf(name)} onClose={onClose}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label={texts.name}
            maxLength={100}
            required
            data-autofocus
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          <Text size="sm" c="dimmed">
            {texts.renameText}
          </Text>
          <FailedAction error={rename.error} />
          <DialogActions
            onClose={onClose}
            submit={texts.actions.rename}
            loading={rename.isPending}
            disabled={next === '' || next === name}
          />
        </Stack>
      </form>
    </FormDialog>
  );
}
