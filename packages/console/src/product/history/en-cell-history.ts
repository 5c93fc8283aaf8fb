/** English texts of the history of one value inside a composite. */
export const enCellHistory = {
  title: (cell: string) => `History of ${cell}`,
  list: 'Changes to this value, newest first',
  changed: 'Changed',
  created: 'Created',
  before: 'Before',
  after: 'After',
  current: 'Current value',
  restore: (value: string) => `Restore ${value}`,
  empty: 'no value',
  restored: (cell: string) => `${cell} restored`,
  none: 'No changes were recorded for this value.',
  searching: 'This value has not changed in the latest versions. Older versions have not been searched.',
  stale: 'The product has changed since this was loaded. Nothing was saved. Close this and open the history again.',
};
export type CellHistoryTexts = typeof enCellHistory;
