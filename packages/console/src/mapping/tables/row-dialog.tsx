import { Stack, TextInput } from '@mantine/core';
import { updateTableRows } from '@pimento/contract/wire';
import { useEdit } from '../../session/use-edit.ts';
import { FailedAction } from '../../ui/failed-action.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { EditConflictAlert } from '../../ui/edit-conflict.tsx';
import { partsText } from '../../ui/merge-edit.ts';
import { useUnsaved } from '../../ui/use-unsaved.ts';
import { useMappingTexts } from '../texts/mapping-texts.ts';

/** Position of a column → cell. */
type Cells = Record<number, string>;

const cellsOf = (draft: Cells, columns: readonly string[]) => columns.map((_, at) => draft[at] ?? '');

/**
 * Returns true if a row is stored. `row` is undefined for a new row. For a row that another user has removed, it contains at most the key.
 */
const isStored = (row: readonly string[] | undefined, columns: readonly string[]): row is readonly string[] =>
  row !== undefined && row.length >= columns.length;

/** Adds a row to a lookup table, or changes the cells of a row. The key of a stored row cannot be changed. */
export function RowDialog(props: {
  channelId: string;
  tableId: string;
  columns: readonly string[];
  row: readonly string[] | undefined;
  onClose: () => void;
}) {
  const { channelId, tableId, columns, row, onClose } = props;
  const t = useMappingTexts();
  const parts = columns.map((label, at) => ({ of: [at], label, show: (draft: Cells) => draft[at] ?? '' }));
  const edit = useEdit<readonly string[], Cells, { changed: string }>({
    base: row,
    draftOf: (stored) => Object.fromEntries(columns.map((_, at) => [at, stored?.[at] ?? ''])),
    parts,
    send: async (api, draft, seen) => {
      const cells = cellsOf(draft, columns);
      const [key = ''] = cells;
      await api.call(updateTableRows, {
        params: { channelId, tableId },
        body: { rows: { [key]: cells }, expected: { [key]: isStored(seen, columns) ? [...seen] : null } },
      });
      return { changed: key };
    },
    done: ({ changed }) => {
      onClose();
      return t.maps.saved(changed);
    },
    readStored: (present) => {
      const stored = present as Record<string, string[] | null>; // the problem contains the row with this key, or null
      return stored[row?.[0] ?? ''] ?? (columns.length > 1 ? [row?.[0] ?? ''] : []);
    },
  });
  const { draft } = edit;
  const mayLeave = useUnsaved(edit.isDirty && !edit.isSuccess, () => partsText(parts, draft));
  const close = () => {
    if (mayLeave()) onClose();
  };
  return (
    <Dialog title={row ? t.maps.edit(row[0] ?? '') : t.tables.add} onClose={close} locked={edit.isDirty}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          edit.save();
        }}
      >
        <Stack>
          {columns.map((column, at) => (
            <TextInput
              key={column}
              label={column}
              required={at === 0}
              readOnly={at === 0 && row !== undefined}
              data-autofocus={at === (row === undefined ? 0 : 1) || undefined}
              maxLength={10_000}
              value={draft[at] ?? ''}
              onChange={({ currentTarget }) => edit.set({ [at]: currentTarget.value })}
            />
          ))}
          {edit.conflict && <EditConflictAlert conflict={edit.conflict} isSaving={edit.isPending} />}
          <FailedAction error={edit.error} />
          <DialogActions
            onClose={close}
            submit={t.tables.save}
            loading={edit.isPending}
            disabled={(draft[0] ?? '') === ''}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
