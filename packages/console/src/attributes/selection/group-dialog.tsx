import { Autocomplete, Stack, Text } from '@mantine/core';
import type { AttributeDefinition } from '@pimento/contract';
import { putAttributes } from '@pimento/contract/wire';
import { type FormEvent, useState } from 'react';
import { useFormats } from '../../i18n/language.tsx';
import type { Structure } from '../../session/structure.ts';
import { useChange } from '../../session/use-change.ts';
import { DialogActions, FormDialog } from '../../ui/dialog.tsx';
import { FailedAction } from '../../ui/failed-action.tsx';
import { groupable, groupInput } from './choice-rules.ts';
import { useSelectionTexts } from './selection-texts.ts';

/** Replaces the groups of the selected top-level attributes with one group or none. If one attribute cannot be changed, none is changed. */
export function GroupDialog(props: {
  definitions: readonly AttributeDefinition[];
  structure: Structure;
  onClose: () => void;
}) {
  const { definitions, structure, onClose } = props;
  const texts = useSelectionTexts();
  const formats = useFormats();
  const [group, setGroup] = useState('');
  const changed = groupable(definitions);
  const save = useChange(
    (api, name: string) => api.call(putAttributes, { body: changed.map((one) => groupInput(one, name)) }),
    () => {
      onClose();
      return texts.grouped(formats.number(changed.length));
    },
    { showsFailure: true },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(group.trim());
  };
  return (
    <FormDialog action={save} title={texts.groupTitle(formats.number(changed.length))} onClose={onClose}>
      <form onSubmit={submit}>
        <Stack>
          <Autocomplete
            label={texts.groupLabel}
            description={texts.groupHint}
            data={[...new Set(structure.all.flatMap(({ groupIds }) => groupIds ?? []))]}
            value={group}
            onChange={setGroup}
            data-autofocus
          />
          {changed.length < definitions.length && (
            <Text size="sm" c="dimmed">
              {texts.onlyTopLevel}
            </Text>
          )}
          <FailedAction error={save.error} />
          <DialogActions onClose={onClose} submit={texts.group} loading={save.isPending} />
        </Stack>
      </form>
    </FormDialog>
  );
}
