import type { BulkEdit } from '@pimento/contract/wire';
import { formatTable } from './table.ts';

const number = new Intl.NumberFormat('en');
const shownErrors = 10;

const cellText = (cell: BulkEdit['samples'][number]['values'][number]['before']): string =>
  cell === null ? '(none)' : Array.isArray(cell) ? cell.join(', ') : cell;

/** Describes an ended bulk edit, with its counts, the examples of a preview, and the reasons why products were rejected. */
export function bulkEditText(edit: BulkEdit): string {
  const { editId, status, dryRun, undoes, undoesDeletion, samples, errors, fault } = edit;
  const done = undoesDeletion ? 'restored' : 'changed';
  const would = undoesDeletion ? 'would be restored' : 'would change';
  const name = undoes === null ? 'Bulk edit' : `Undo of ${undoes},`;
  const lines = [
    `${name} ${editId}: ${status}${dryRun ? ' (preview, nothing stored)' : ''}`,
    `  ${number.format(edit.updated)} ${dryRun ? would : done} · ${number.format(edit.unchanged)} unchanged · ${number.format(edit.rejected)} rejected`,
  ];
  if (fault !== null) lines.push(`Ended early, ${fault.code}: ${fault.message}`);
  const examples = samples.flatMap(({ productId, values }) =>
    values.map(({ attribute, before, after }) => [productId, attribute.join('/'), cellText(before), cellText(after)]),
  );
  if (examples.length > 0)
    lines.push('', 'Examples:', formatTable(['product', 'attribute', 'before', 'after'], examples));
  const rejected = errors.slice(0, shownErrors).map(({ productId, code, message }) => [productId, code, message]);
  if (rejected.length > 0) lines.push('', 'Rejected:', formatTable(['product', 'code', 'message'], rejected));
  if (edit.canUndo) lines.push('', `Undo: pimento products undo ${editId}`);
  return lines.join('\n');
}
