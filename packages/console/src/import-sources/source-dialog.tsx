import { Checkbox, Stack, TextInput } from '@mantine/core';
import type { ImportSource } from '@pimento/contract';
import { putImportSource } from '@pimento/contract/wire';
import { type FormEvent, useState } from 'react';
import { useChange } from '../session/use-change.ts';
import { DialogActions, FormDialog } from '../ui/dialog.tsx';
import { FailedAction } from '../ui/failed-action.tsx';
import { FromFields } from './from-fields.tsx';
import { ReadingFields } from './reading-fields.tsx';
import { draftOf, settingsOf, type SourceDraft } from './source-draft.ts';
import { TimeFields } from './time-fields.tsx';
import { useSourceTexts } from './texts/source-texts.ts';

const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The form of a source. @param props.source undefined for a new source */
export function SourceDialog({ source, onClose }: { source?: ImportSource; onClose: () => void }) {
  const texts = useSourceTexts();
  const [draft, setDraft] = useState(() => draftOf(source, ownZone()));
  const change = (next: Partial<SourceDraft>) => setDraft((before) => ({ ...before, ...next }));
  const name = draft.name.trim();
  const save = useChange(
    (api, _input: void) =>
      api.call(putImportSource, {
        params: { name },
        query: { expectedVersion: source?.version ?? 0 },
        body: settingsOf(draft, source),
      }),
    () => {
      onClose();
      return texts.saved(name);
    },
    { showsFailure: true },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <FormDialog action={save} title={source ? texts.editOf(source.name) : texts.add} onClose={onClose} size="lg">
      <form onSubmit={submit}>
        <Stack>
          {!source && (
            <TextInput
              label={texts.name}
              maxLength={100}
              required
              data-autofocus
              value={draft.name}
              onChange={({ currentTarget }) => change({ name: currentTarget.value })}
            />
          )}
          <FromFields
            draft={draft}
            onChange={change}
            hasSecret={source?.from.kind === 'address' && source.from.auth !== null}
          />
          <TimeFields draft={draft} onChange={change} />
          <ReadingFields draft={draft} onChange={change} />
          <Checkbox
            label={texts.replace}
            description={texts.replaceText}
            checked={draft.replaces}
            onChange={({ currentTarget }) => change({ replaces: currentTarget.checked })}
          />
          <Checkbox
            label={texts.atomic}
            checked={draft.atomic}
            onChange={({ currentTarget }) => change({ atomic: currentTarget.checked })}
          />
          <FailedAction error={save.error} />
          <DialogActions onClose={onClose} submit={texts.save} loading={save.isPending} disabled={name === ''} />
        </Stack>
      </form>
    </FormDialog>
  );
}
