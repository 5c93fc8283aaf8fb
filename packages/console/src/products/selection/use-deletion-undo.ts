import { undoProductDeletion } from '@pimento/contract/wire';
import { useDeletionUndoTexts } from './deletion-undo-texts.ts';
import { useUndoRun } from './use-undo-run.tsx';

/** Returns functions that undo a deletion of many products, and that report one and offer to undo it. */
export const useDeletionUndo = (): ReturnType<typeof useUndoRun> =>
  useUndoRun(useDeletionUndoTexts(), (api, deletionId) =>
    api.call(undoProductDeletion, { params: { deletionId }, body: {} }),
  );
