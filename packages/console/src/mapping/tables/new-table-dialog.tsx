import { Stack, TagsInput, TextInput } from '@mantine/core';
import { putMappingTable } from '@pimento/contract/wire';
import { useState } from 'react';
import { useChange } from '../../session/use-change.ts';
import { FailedAction } from '../../ui/failed-action.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { useUnsaved } from '../../ui/use-unsaved.ts';
import { useMappingTexts } from '../texts/mapping-texts.ts';

/** The columns that `lookup` uses if a formula names none. */
const usualColumns = ['key', 'value'];

/** Asks for the name and the columns of a new lookup table and creates it. */
export function NewTableDialog(props: {
  channelId: string;
  /** The revision of the draft from which the names in `taken` were read. */
  revision: number;
  taken: readonly string[];
  onClose: () => void;
  onCreated: (tableId: string) => void;
}) {
  const { channelId, revision, taken, onClose, onCreated } = props;
  const t = useMappingTexts();
  const [name, setName] = useState('');
  const [columns, setColumns] = useState(usualColumns);
  const tableId = name.trim();
  const isTaken = taken.includes(tableId);
  const creation = useChange(
    (api, id: string) =>
      api.call(putMappingTable, {
        params: { channelId, tableId: id },
        // Prevents replacing a table with this name that another user has created in the meantime.
        query: { expectedRevision: String(revision) },
        body: { columns, rows: [] },
      }),
    (_, id) => {
      onCreated(id);
      return t.tables.created(id);
    },
    { showsFailure: true },
  );
  const mayLeave = useUnsaved(name !== '' && !creation.isSuccess, () => name);
  const close = () => {
    if (mayLeave()) onClose();
  };
  return (
    <Dialog title={t.tables.new} onClose={close} locked={name !== ''}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (tableId !== '' && !isTaken) creation.mutate(tableId);
        }}
      >
        <Stack>
          <TextInput
            label={t.maps.name}
            data-autofocus
            maxLength={255}
            value={name}
            error={isTaken && t.tables.exists}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <TagsInput
            label={t.tables.columns}
            description={t.tables.columnsHint}
            maxTags={100}
            value={columns}
            onChange={setColumns}
          />
          <FailedAction error={creation.error} />
          <DialogActions
            onClose={close}
            submit={t.maps.create}
            loading={creation.isPending}
            disabled={tableId === '' || isTaken || columns.length === 0}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
