import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { type BulkEdit, cancelBulkEdit, undoBulkEdit } from '@pimento/contract/wire';
import { IconArrowBackUp } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useFormats, useMessages } from '../i18n/language.tsx';
import { useWork } from '../session/session.tsx';
import { useChange } from '../session/use-change.ts';
import { ProblemAlert } from '../ui/problem-alert.tsx';
import { textOfProblem } from '../ui/problem-text.ts';
import { BulkCounts } from './bulk-counts.tsx';
import { BulkProblems } from './bulk-problems.tsx';
import { BulkProgress } from './bulk-progress.tsx';
import { ChangeList } from './change-list.tsx';
import { useBulkTexts } from './texts/bulk-texts.ts';
import { useBulkEdit } from './use-bulk-edit.ts';

/**
 * A bulk edit while it runs and after its end, with the buttons that stop and undo it. After the user has undone it here, shows
 * the undo instead. An edit that was undone earlier is shown with a link to its undo.
 * @param props.actions further buttons
 */
export function BulkRun({ editId, actions }: { editId: string; actions?: ReactNode }) {
  const texts = useBulkTexts();
  const { canWrite } = useWork();
  const [undoId, setUndoId] = useState<string>();
  const { data: edit, error, refetch } = useBulkEdit(undoId ?? editId);
  const cancel = useChange((api, id: string) => api.call(cancelBulkEdit, { params: { editId: id } }));
  const undo = useChange(
    (api, id: string) => api.call(undoBulkEdit, { params: { editId: id }, body: {} }),
    (started) => {
      setUndoId(started.editId);
      return undefined;
    },
  );
  if (error !== null) return <ProblemAlert error={error} retry={refetch} />;
  const isUndo = (edit ? edit.undoes : undoId) != null;
  const runningLabel = edit?.undoesDeletion === true ? texts.restoring : isUndo ? texts.undoing : texts.running;
  const isRunning = edit === undefined || edit.status === 'Running';
  return (
    <Stack>
      {edit && <ChangeList changes={edit.changes} />}
      {isRunning ? (
        <>
          <BulkProgress edit={edit} label={runningLabel} />
          <Text size="sm">{texts.goesOn}</Text>
        </>
      ) : (
        <BulkResult edit={edit} onShowUndone={() => setUndoId(undefined)} />
      )}
      <Group justify="flex-end">
        {isRunning && canWrite && (
          <Button
            variant="default"
            loading={cancel.isPending}
            disabled={edit === undefined}
            onClick={() => edit && cancel.mutate(edit.editId)}
          >
            {texts.cancel}
          </Button>
        )}
        {edit?.canUndo === true && canWrite && (
          <Button
            variant="default"
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            loading={undo.isPending}
            onClick={() => undo.mutate(edit.editId)}
          >
            {texts.undo}
          </Button>
        )}
        {actions}
      </Group>
    </Stack>
  );
}

/** The counts of an ended bulk edit, and the reasons why products were rejected. */
function BulkResult({ edit, onShowUndone }: { edit: BulkEdit; onShowUndone: () => void }) {
  const t = useMessages();
  const texts = useBulkTexts();
  const formats = useFormats();
  const { status, fault, undoes, undoesImport, undoesDeletion, undoneBy, updated } = edit;
  return (
    <>
      {fault !== null && (
        <Alert color={status === 'Cancelled' ? 'orange' : 'red'} variant="light" role="alert">
          {status === 'Cancelled' ? texts.stopped : `${texts.failed} ${textOfProblem(t, fault)}`}
        </Alert>
      )}
      <Text fw={600} role="status">
        {(undoes === null ? texts.done : texts.undone)(formats.number(updated))}
      </Text>
      <BulkCounts edit={edit} />
      <BulkProblems edit={edit} />
      {undoneBy !== null && <OtherEdit text={texts.isUndone} link={texts.showUndo} editId={undoneBy} />}
      {undoesDeletion && <Text size="sm">{texts.isDeletionUndo}</Text>}
      {undoes !== null && !undoesDeletion && (
        <OtherEdit
          text={undoesImport ? texts.isImportUndo : texts.isUndo}
          link={undoesImport ? texts.showImport : texts.showUndone}
          editId={undoes}
          // the link can lead to the page that is already open
          onOpen={onShowUndone}
        />
      )}
    </>
  );
}

function OtherEdit(props: { text: string; link: string; editId: string; onOpen?: () => void }) {
  const { text, link, editId, onOpen } = props;
  return (
    <Text size="sm">
      {text}{' '}
      <Anchor component={Link} to={`/imports/${editId}`} size="sm" underline="always" onClick={onOpen}>
        {link}
      </Anchor>
    </Text>
  );
}
