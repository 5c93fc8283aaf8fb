import { Alert, Anchor, Button } from '@mantine/core';
import { getImportUndo, type ImportReport, undoImport } from '@pimento/contract/wire';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useFormats } from '../../i18n/language.tsx';
import { useWork } from '../../session/session.tsx';
import { callKey, useCall } from '../../session/use-call.ts';
import { useChange } from '../../session/use-change.ts';
import { lazyPart } from '../../ui/loading/lazy-part.tsx';
import { stateText } from './state-text.ts';
import { useUndoTexts } from './undo-texts.ts';

const UndoDialog = lazyPart(async () => (await import('./undo-dialog.tsx')).UndoDialog);

/** While an undo is running, its state is fetched each second. */
const pollMs = 1000;
const endedMs = 3_600_000;

/** Returns true if an import has ended, was not only a check, and has created or updated products. */
export const canUndo = ({ status, dryRun, updated, created }: ImportReport): boolean =>
  status !== 'Importing' && !dryRun && updated + created > 0;

/** The button that previews the undo of an import. */
export function ImportUndoButton({ report }: { report: ImportReport }) {
  const texts = useUndoTexts();
  const { canWrite, clientId } = useWork();
  const queryClient = useQueryClient();
  const { jobRef, origin } = report;
  const preview = useChange((api, _: undefined) =>
    api.call(undoImport, { params: { jobRef }, body: { dryRun: true } }),
  );
  const editId = preview.data?.edit?.editId;
  const close = () => {
    preview.reset();
    void queryClient.invalidateQueries({ queryKey: callKey(clientId, getImportUndo) });
  };
  if (!canWrite) return null;
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconArrowBackUp size={16} aria-hidden />}
        loading={preview.isPending}
        onClick={() => preview.mutate(undefined)}
      >
        {origin === 'edit' ? texts.openEdit : texts.open}
      </Button>
      {editId !== undefined && (
        <Suspense>
          <UndoDialog jobRef={jobRef} previewId={editId} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

/** Shows that the import was undone or is being undone. Renders nothing if it was not. */
export function UndoneAlert({ jobRef }: { jobRef: string }) {
  const texts = useUndoTexts();
  const formats = useFormats();
  const { data } = useCall(
    getImportUndo,
    { params: { jobRef } },
    {
      refetchMs: ({ edit, deletion }) =>
        edit?.status === 'Running' || deletion?.status === 'Deleting' ? pollMs : endedMs,
    },
  );
  const { edit: newest, deletion } = data ?? { edit: null, deletion: null };
  const edit = newest?.undoneBy === null ? newest : null;
  const deleted = deletion?.deleted ?? 0;
  if (edit === null && deleted === 0) return null;
  return (
    <Alert color="gray" variant="light" icon={<IconArrowBackUp size={18} aria-hidden />}>
      {edit !== null && (
        <>
          {stateText(texts, edit, (count) => formats.number(count))}{' '}
          <Anchor component={Link} to={`/imports/${edit.editId}`} size="sm" underline="always">
            {texts.show}
          </Anchor>{' '}
        </>
      )}
      {deleted > 0 && texts.areDeleted(formats.number(deleted))}
    </Alert>
  );
}
