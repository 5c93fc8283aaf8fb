import type { BulkChange, BulkEdit } from '@pimento/contract';

type Kind = BulkChange['kind'];
const products = (count: string) => (count === '1' ? '1 product' : `${count} products`);
const kinds: Record<Kind, string> = {
  set: 'Set value',
  clear: 'Clear value',
  add: 'Add to list',
  remove: 'Remove from list',
  replace: 'Find and replace',
  copy: 'Copy from attribute',
};
const statuses: Record<BulkEdit['status'], string> = {
  Running: 'Running',
  Completed: 'Completed',
  Failed: 'Failed',
  Cancelled: 'Cancelled',
};

/** English texts about bulk edits. */
export const enBulk = {
  open: 'Edit …',
  title: (count: string) => `Edit ${products(count)}`,
  attribute: 'Attribute',
  action: 'Action',
  value: 'New value',
  values: 'Values',
  find: 'Find',
  replacement: 'Replace with',
  ignoreCase: 'Ignore case',
  from: 'Copy from',
  inRows: 'Changes the value in every row.',
  kinds,
  preview: 'Preview',
  previewing: 'Checking what would change …',
  fixing: 'Selecting products …',
  checked: (handled: string, chosen: string) => `${handled} of ${chosen} products checked`,
  changed: (handled: string, chosen: string) => `${handled} of ${chosen} products processed`,
  back: 'Back',
  apply: (count: string) => `Change ${products(count)}`,
  would: {
    updated: 'will change',
    unchanged: 'stay the same',
    rejected: 'do not fit',
  },
  did: { updated: 'changed', unchanged: 'unchanged', rejected: 'rejected' },
  nothing: 'Nothing would change.',
  samples: 'Examples',
  product: 'Product',
  before: 'Before',
  after: 'After',
  none: 'empty',
  why: 'Why products do not fit',
  whyRejected: 'Why products were left alone',
  reason: 'Reason',
  count: 'Products',
  running: 'Products are being changed',
  goesOn: 'You can close this. The edit continues in the background; you find it under Imports.',
  cancel: 'Stop',
  undo: 'Undo',
  undoing: 'Values are being restored',
  undone: (count: string) => `${products(count)} restored`,
  done: (count: string) => `${products(count)} changed`,
  log: 'Show log',
  stopped: 'Stopped. Products that were changed before remain changed.',
  failed: 'Ended early.',
  isUndone: 'This bulk edit was undone.',
  showUndo: 'Show the undo',
  isUndo: 'Undo of a bulk edit',
  showUndone: 'Show the bulk edit',
  isImportUndo: 'Undo of an import',
  showImport: 'Show the import',
  statuses,
  /** Texts of the page of imports. */
  list: 'Bulk edits',
  mode: 'Bulk edit',
  of: (moment: string) => `Bulk edit of ${moment}`,
  emptyTitle: 'No bulk edits yet',
  empty: 'Select products in the list and choose Edit to change them together.',
};

export type BulkTexts = typeof enBulk;
