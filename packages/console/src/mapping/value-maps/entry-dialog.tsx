import { Stack, TextInput } from '@mantine/core';
import { updateMapEntries } from '@pimento/contract/wire';
import { useEdit } from '../../session/use-edit.ts';
import { FailedAction } from '../../ui/failed-action.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { EditConflictAlert } from '../../ui/edit-conflict.tsx';
import { useUnsaved } from '../../ui/use-unsaved.ts';
import { useMappingTexts } from '../texts/mapping-texts.ts';

export interface MapEntry {
  value: string;
  to: string;
}

export interface StoredEntry extends MapEntry {
  /** True if there is no entry for this value yet, or if another person has removed the entry. */
  isRemoved?: boolean;
}

const draftOf = (entry: MapEntry | undefined): MapEntry => ({ value: entry?.value ?? '', to: entry?.to ?? '' });

interface EntryDialogProps {
  channelId: string;
  mapId: string;
  entry: StoredEntry | undefined;
  onClose: () => void;
}

function useEntryEdit({ channelId, mapId, entry, onClose }: EntryDialogProps) {
  const t = useMappingTexts();
  return useEdit<StoredEntry, MapEntry, { changed: string }>({
    base: entry,
    draftOf,
    parts: [
      { of: ['value'], label: t.maps.from, show: ({ value }) => value },
      { of: ['to'], label: entry?.value ?? t.maps.to, show: ({ to }) => to },
    ],
    send: async (api, { value, to }, seen) => {
      await api.call(updateMapEntries, {
        params: { channelId, mapId },
        body: {
          entries: { [value]: to },
          expected: { [value]: seen === undefined || seen.isRemoved === true ? null : seen.to },
        },
      });
      return { changed: value };
    },
    done: ({ changed }) => {
      onClose();
      return t.maps.saved(changed);
    },
    readStored: (present) => {
      const stored = present as Record<string, string>; // the problem contains the entry of this value, if there is one
      const value = entry?.value ?? '';
      const isRemoved = !Object.hasOwn(stored, value);
      return { value, to: isRemoved ? '' : (stored[value] ?? ''), isRemoved };
    },
  });
}

/** Adds an entry to a value map, or changes the channel value of an entry. */
export function EntryDialog(props: EntryDialogProps) {
  const { entry, onClose } = props;
  const t = useMappingTexts();
  const edit = useEntryEdit(props);
  const { value, to } = edit.draft;
  const mayLeave = useUnsaved(edit.isDirty && !edit.isSuccess);
  const close = () => {
    if (mayLeave()) onClose();
  };
  return (
    <Dialog
      title={entry && entry.isRemoved !== true ? t.maps.edit(entry.value) : t.maps.add}
      onClose={close}
      locked={edit.isDirty}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          edit.save();
        }}
      >
        <Stack>
          <TextInput
            label={t.maps.from}
            required
            readOnly={entry !== undefined}
            data-autofocus={entry === undefined || undefined}
            value={value}
            onChange={({ currentTarget }) => edit.set({ value: currentTarget.value })}
          />
          <TextInput
            label={t.maps.to}
            required
            data-autofocus={entry !== undefined || undefined}
            value={to}
            onChange={({ currentTarget }) => edit.set({ to: currentTarget.value })}
          />
          {edit.conflict && <EditConflictAlert conflict={edit.conflict} isSaving={edit.isPending} />}
          <FailedAction error={edit.error} />
          <DialogActions
            onClose={close}
            submit={t.maps.save}
            loading={edit.isPending}
            disabled={value === '' || to === ''}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
