import { Stack, Text, TextInput } from '@mantine/core';
import type { ImportMappingInfo } from '@pimento/contract';
import { renameImportMapping } from '@pimento/contract/wire';
import { type FormEvent, useState } from 'react';
import { useChange } from '../../session/use-change.ts';
import { DialogActions, FormDialog } from '../../ui/dialog.tsx';
import { FailedAction } from '../../ui/failed-action.tsx';
import { useWizardTexts } from '../texts/wizard-texts.ts';

/** Renames a mapping. Fails if the new name is taken, or if another user has changed the mapping in the meantime. */
export function RenameMappingDialog(props: { mapping: ImportMappingInfo; onClose: () => void }) {
  const { mapping, onClose } = props;
  const { name, version } = mapping;
  const texts = useWizardTexts();
  const [typed, setTyped] = useState(name);
  const next = typed.trim();
  const rename = useChange(
    (api, _input: void) =>
      api.call(renameImportMapping, { params: { name }, query: { expectedVersion: version }, body: { name: next } }),
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
