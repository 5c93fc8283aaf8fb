const values = (count: string) => (count === '1' ? '1 value' : `${count} values`);
const products = (count: string) => (count === '1' ? '1 product' : `${count} products`);

export const enPaste = {
  title: 'Paste into the list',
  loading: 'Loading the products of the list …',
  loadFailed: 'The products of the list could not be loaded. Nothing was changed.',
  checking: 'Checking the values …',
  summary: (count: string, of: string) => `${values(count)} in ${products(of)} will change.`,
  cleared: (count: string) =>
    `${values(count)} will be cleared, because the pasted ${count === '1' ? 'cell is' : 'cells are'} empty.`,
  unchanged: (count: string) =>
    count === '1' ? '1 cell already has the pasted value.' : `${count} cells already have the pasted value.`,
  rowsOutside: (count: string) =>
    count === '1'
      ? '1 line of the clipboard is below the end of the list and is ignored.'
      : `${count} lines of the clipboard are below the end of the list and are ignored.`,
  columnsOutside: (count: string) =>
    count === '1'
      ? '1 column of the clipboard is to the right of the last column and is ignored.'
      : `${count} columns of the clipboard are to the right of the last column and are ignored.`,
  notLoaded: (count: string) =>
    count === '1'
      ? '1 selected product is not in the list shown and stays as it is.'
      : `${count} selected products are not in the list shown and stay as they are.`,
  tooMany: (count: string, max: string) =>
    `At most ${max} products can be filled at once, and this would fill ${count}. Paste fewer lines, or select fewer products.`,
  nothing: 'No value would change.',
  changes: 'Changes',
  firstChanges: (count: string) => `The first ${count} changes`,
  product: 'Product',
  column: 'Column',
  before: 'Before',
  after: 'After',
  none: 'empty',
  leftOut: (count: string) => (count === '1' ? '1 cell is left out' : `${count} cells are left out`),
  notStored: (count: string) => (count === '1' ? '1 value was not stored' : `${count} values were not stored`),
  reason: 'Reason',
  products: 'Products',
  more: (count: string) => `and ${count} more`,
  notEditable: 'This column cannot be edited in the list.',
  unclearNumber: 'The number can be read in two ways. Write it without a thousands separator.',
  notListed:
    'Too many cells were refused to name all of them. Paste this one again after you have corrected the others.',
  paste: (count: string) => `Paste ${values(count)}`,
  pasted: (count: string, of: string) => `${values(count)} pasted into ${products(of)}`,
  chooseCell: 'Choose a cell first: click it, or go to it with → and ←.',
  copied: (count: string) => (count === '1' ? 'Value copied' : `${count} values copied`),
  undo: 'Undo',
  show: 'Show progress',
  showResult: 'Show details',
  restoring: (handled: string, chosen: string) => `Restoring values: ${handled} of ${chosen} products`,
  restored: (count: string) => `Paste undone in ${products(count)}`,
  notAll: (restored: string, failed: string) =>
    `Paste undone in ${products(restored)}. Left unchanged, because they have changed since: ${failed}.`,
  ended: (restored: string) => `The undo ended early. Products restored: ${restored}.`,
};
export type PasteTexts = typeof enPaste;
