import { Button, Group } from '@mantine/core';
import type { useEdit } from '../../session/use-edit.ts';
import { EditConflictAlert } from '../../ui/edit-conflict.tsx';
import { FailedAction } from '../../ui/failed-action.tsx';
import { useMappingTexts } from '../texts/mapping-texts.ts';

/** The conflict and the error of an edit of the draft, and the buttons that save and discard it. */
export function EditActions<Draft extends object>(props: {
  edit: ReturnType<typeof useEdit<Draft, Draft, unknown>>;
  /** False if the draft cannot be saved yet. */
  isFinished?: boolean;
  readOnly: boolean;
}) {
  const { edit, isFinished = true, readOnly } = props;
  const t = useMappingTexts();
  const { base } = edit;
  return (
    <>
      {edit.conflict && <EditConflictAlert conflict={edit.conflict} isSaving={edit.isPending} />}
      <FailedAction error={edit.error} />
      {!readOnly && (
        <Group>
          <Button disabled={!edit.isDirty || !isFinished} loading={edit.isPending} onClick={edit.save}>
            {t.editor.save}
          </Button>
          {edit.isDirty && base !== undefined && (
            <Button variant="default" onClick={() => edit.begin(base)}>
              {t.editor.reset}
            </Button>
          )}
        </Group>
      )}
    </>
  );
}
