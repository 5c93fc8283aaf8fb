import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { cancelBulkEdit, undoImport } from '@pimento/contract/wire';
import { useState } from 'react';
import { BulkProblems } from '../../bulk/bulk-problems.tsx';
import { BulkProgress } from '../../bulk/bulk-progress.tsx';
import { BulkRun } from '../../bulk/bulk-run.tsx';
import { useBulkEdit } from '../../bulk/use-bulk-edit.ts';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import { useWork } from '../../session/session.tsx';
import { useChange } from '../../session/use-change.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { textOfProblem } from '../../ui/problem-text.ts';
import { CreatedDeletion } from './created-deletion.tsx';
import { UndoCounts } from './undo-counts.tsx';
import { useUndoTexts } from './undo-texts.ts';

interface UndoDialogProps {
  jobRef: string;
  /** Id of the dry run of the undo. */
  previewId: string;
  onClose: () => void;
}

/** Shows the effects of an undo of an import, and runs it on request. */
export function UndoDialog({ jobRef, previewId, onClose }: UndoDialogProps) {
  const t = useMessages();
  const texts = useUndoTexts();
  const { api } = useWork();
  const undo = useChange(
    (client, deleteCreated: boolean) => client.call(undoImport, { params: { jobRef }, body: { deleteCreated } }),
    undefined,
    { showsFailure: true },
  );
  const { edit, deletion } = undo.data ?? { edit: null, deletion: null };
  const close = () => {
    // Cancels the preview, which is no longer needed. Has no effect if it has ended.
    if (!undo.isSuccess) void api.call(cancelBulkEdit, { params: { editId: previewId } }).catch(() => undefined);
    onClose();
  };
  return (
    <Dialog title={texts.title} onClose={close} size="lg" locked={undo.isPending}>
      <Stack>
        {undo.error !== null && <ProblemAlert error={undo.error} />}
        {!undo.isSuccess && (
          <UndoPreview previewId={previewId} isStarting={undo.isPending} onApply={undo.mutate} onClose={close} />
        )}
        {deletion && <CreatedDeletion deletionId={deletion.deletionId} />}
        {edit && <BulkRun editId={edit.editId} />}
        {undo.isSuccess && (
          <Group justify="flex-end">
            <Button onClick={close}>{t.common.close}</Button>
          </Group>
        )}
      </Stack>
    </Dialog>
  );
}

interface UndoPreviewProps {
  previewId: string;
  isStarting: boolean;
  onApply: (deleteCreated: boolean) => void;
  onClose: () => void;
}

function UndoPreview({ previewId, isStarting, onApply, onClose }: UndoPreviewProps) {
  const t = useMessages();
  const texts = useUndoTexts();
  const formats = useFormats();
  const [deletesCreated, setDeletesCreated] = useState(false);
  const { data: edit, error, refetch } = useBulkEdit(previewId);
  if (error !== null) return <ProblemAlert error={error} retry={refetch} />;
  if (edit === undefined || edit.status === 'Running') return <BulkProgress edit={edit} label={texts.checking} />;
  const { created, fault, updated } = edit;
  const unchanged = created?.unchanged ?? 0;
  const changed = created?.changed ?? 0;
  const canApply = fault === null && (updated > 0 || deletesCreated);
  return (
    <>
      {fault !== null && (
        <Alert color="red" variant="light" role="alert">
          {textOfProblem(t, fault)}
        </Alert>
      )}
      <UndoCounts edit={edit} />
      <BulkProblems edit={edit} />
      {unchanged > 0 && (
        <Checkbox
          checked={deletesCreated}
          label={texts.deleteCreated(formats.number(unchanged))}
          description={texts.deleteText(formats.number(changed))}
          onChange={({ currentTarget }) => setDeletesCreated(currentTarget.checked)}
        />
      )}
      {unchanged === 0 && changed > 0 && <Text size="sm">{texts.noneUnchanged(formats.number(changed))}</Text>}
      <Text size="sm" c="dimmed">
        {updated === 0 && unchanged === 0 ? texts.nothing : texts.attributes}
      </Text>
      <DialogActions
        onClose={onClose}
        submit={texts.apply}
        loading={isStarting}
        disabled={!canApply}
        {...(deletesCreated && { color: 'red' })}
        onSubmit={() => onApply(deletesCreated)}
      />
    </>
  );
}
