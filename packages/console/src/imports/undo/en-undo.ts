const products = (count: string) => (count === '1' ? '1 product' : `${count} products`);

export const enUndo = {
  open: 'Undo import …',
  openEdit: 'Undo edit …',
  title: 'Undo this import',
  checking: 'Checking what would be restored …',
  restored: 'get their previous values',
  kept: 'stay as they are',
  created: 'were created by it',
  deleteCreated: (count: string) => `Also delete the ${products(count)} that it created`,
  deleteText: (changed: string) =>
    changed === '0'
      ? 'None of them has changed since. They can be restored.'
      : `${products(changed)} it created ${changed === '1' ? 'has changed since and stays' : 'have changed since and stay'}. Deleted products can be restored.`,
  noneUnchanged: (changed: string) =>
    changed === '1'
      ? 'The product that it created has changed since, and stays.'
      : `The ${changed} products that it created have changed since, and stay.`,
  attributes: 'Attributes that the import created are kept.',
  nothing: 'There is nothing to restore: the products have been restored already, have changed since, or were deleted.',
  apply: 'Undo import',
  deleting: (count: string) => `Created products are being deleted: ${count}`,
  deleted: (count: string) => `${products(count)} deleted`,
  deletedKept: (count: string) =>
    `${products(count)} ${count === '1' ? 'has changed since and was' : 'have changed since and were'} kept`,
  isUndone: 'The values before this import were restored.',
  isRunning: 'This import is being undone …',
  isPartlyUndone: (restored: string, kept: string) =>
    [
      restored === '0'
        ? 'No product was restored.'
        : `${products(restored)} ${restored === '1' ? 'has' : 'have'} the values from before this import again.`,
      ...(kept === '0' ? [] : [`${products(kept)} ${kept === '1' ? 'was' : 'were'} left unchanged.`]),
    ].join(' '),
  areDeleted: (count: string) => `${products(count)} that it created ${count === '1' ? 'was' : 'were'} deleted.`,
  show: 'Show the undo',
};
export type UndoTexts = typeof enUndo;
