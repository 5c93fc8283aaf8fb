import type { BulkEdit } from '@pimento/contract';
import type { UndoTexts } from './en-undo.ts';

/** Returns what the undo of an import is doing or has done. An undo that ended early has not restored all values. Pure. */
export function stateText(
  texts: Pick<UndoTexts, 'isRunning' | 'isUndone' | 'isPartlyUndone'>,
  { status, updated, rejected }: Pick<BulkEdit, 'status' | 'updated' | 'rejected'>,
  format: (count: number) => string,
): string {
  if (status === 'Running') return texts.isRunning;
  if (status === 'Completed' && rejected === 0) return texts.isUndone;
  return texts.isPartlyUndone(format(updated), format(rejected));
}
