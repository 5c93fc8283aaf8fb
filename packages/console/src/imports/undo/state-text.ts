import type { BulkEdit } from '@pimento/contract';
import type { UndoTexts } from './en-undo.ts';

/**
 * Returns the text that states whether the undo of an import is running, has undone everything, or has undone only a part. An undo that
 * ended early or rejected products has undone only a part. Pure.
 */
export function stateText(
  texts: Pick<UndoTexts, 'isRunning' | 'isUndone' | 'isPartlyUndone'>,
  { status, updated, rejected }: Pick<BulkEdit, 'status' | 'updated' | 'rejected'>,
  format: (count: number) => string,
): string {
  if (status === 'Running') return texts.isRunning;
  if (status === 'Completed' && rejected === 0) return texts.isUndone;
  return texts.isPartlyUndone(format(updated), format(rejected));
}
